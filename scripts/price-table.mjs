// Writes src/insights/price-table.ts from an installed copy of @pydantic/genai-prices, which gathers vendors' price pages.
// Usage: node scripts/price-table.mjs <folder that has the package in node_modules> <date of its data, as 2026-09-30>

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROVIDERS = ['anthropic', 'openai', 'google', 'x-ai', 'deepseek', 'moonshotai', 'zai', 'mistral'];
const TARGET = fileURLToPath(new URL('../src/insights/price-table.ts', import.meta.url));

/** The rules that recognise a name, as texts: `=` equal, `^` prefix, `#` equal with a date after it. */
function namesOf(match) {
  if (match.or !== undefined) return match.or.flatMap(namesOf);
  if (match.equals !== undefined) return [`=${match.equals}`];
  if (match.starts_with !== undefined) return [`^${match.starts_with}`];
  const dated = /^\^([\w.-]+)-\\d\{8\}\$$/.exec(match.regex ?? '');
  return dated === null ? [] : [`#${dated[1]}`];
}

const KINDS = [
  ['input', 'input_mtok'],
  ['output', 'output_mtok'],
  ['cacheRead', 'cache_read_mtok'],
  ['cacheWrite', 'cache_write_mtok'],
  ['cacheWriteLong', 'cache_write_1h_mtok'],
];

function plainPrices(prices, at) {
  const plain = {};
  for (const [name, key] of KINDS) {
    const price = prices[key];
    if (price === undefined) continue;
    plain[name] =
      typeof price === 'number'
        ? price
        : at === null
          ? price.base
          : price.tiers.find((tier) => tier.start === at).price;
  }
  return plain;
}

/** One set of prices, and another for long requests if there is one tier. More tiers, or none that agree: not used. */
function priceSet(prices, from) {
  const starts = new Set(KINDS.flatMap(([, key]) => (prices[key]?.tiers ?? []).map(({ start }) => start)));
  if (starts.size > 1) return undefined;
  const [above] = starts;
  const set = { from, ...plainPrices(prices, null) };
  return above === undefined ? set : { ...set, long: { above, ...plainPrices(prices, above) } };
}

function priceSets(prices) {
  if (!Array.isArray(prices)) return [priceSet(prices, null)];
  return prices.map(({ constraint, prices: set }) => {
    if (constraint === undefined) return priceSet(set, null);
    return constraint.type === 'start_date' ? priceSet(set, constraint.start_date) : undefined;
  });
}

const [folder, date] = process.argv.slice(2);
if (folder === undefined || date === undefined) throw new Error('Name the folder and the date.');
const entry = createRequire(path.resolve(folder, 'x.js')).resolve('@pydantic/genai-prices');
const { default: cjs, findProvider = cjs.findProvider } = await import(pathToFileURL(entry).href);
const rows = [];
for (const providerId of PROVIDERS) {
  for (const model of findProvider({ providerId })?.models ?? []) {
    const names = namesOf(model.match);
    const sets = priceSets(model.prices);
    const isPriced = sets.every((set) => set?.input !== undefined && set.output !== undefined);
    if (names.length === 0 || !isPriced) continue;
    rows.push({ model: model.id, names, window: model.context_window ?? null, prices: sets });
  }
}
const KEYS = KINDS.map(([name]) => name);
const numbers = (set) => KEYS.map((key) => set[key] ?? '').join('/');
const setText = ({ from, long, ...set }) => {
  const tier = long === undefined ? '' : `>${long.above}:${numbers(long)}`;
  return `${from ?? ''}:${numbers(set)}${tier}`;
};
const lines = rows.map(({ model, names, window, prices }) => {
  return `${model} | ${names.join(' ')} | ${window ?? ''} | ${prices.map(setText).join(' ')}`;
});
writeFileSync(
  TARGET,
  `// Prices and context windows of models, in US dollars for a million tokens. Written by scripts/price-table.mjs.
// Each line: model | names | window | prices, as from:input/output/cacheRead/cacheWrite/cacheWriteLong>above:the same for long
// requests. See prices.ts.

import { type PriceTable, readPriceLines } from './prices.ts';

const LINES = \`
${lines.join('\n')}
\`;

export const PRICE_TABLE: PriceTable = {
  date: '${date}',
  source: '@pydantic/genai-prices',
  models: readPriceLines(LINES),
};
`,
);
