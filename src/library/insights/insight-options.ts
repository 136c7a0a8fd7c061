// What insights need besides a session: traits of tools, and prices. Own prices are in settings.json in Toolscope's data folder:
// {"prices": {"my-model": {"input": 1, "output": 4, "cacheRead": 0.1}}}.

import { statSync } from 'node:fs';
import { hashText } from '../../base/hash.ts';
import { asNumber, asObject } from '../../base/json.ts';
import { readSettings, settingsPath } from '../../config/settings.ts';
import { INSIGHT_RULES } from '../../insights/insight-row.ts';
import { PRICE_TABLE } from '../../insights/price-table.ts';
import { type PricedModel, Prices, type TokenPrices } from '../../insights/prices.ts';
import type { InsightOptions } from '../../insights/session-view.ts';
import { dataFolder } from '../../store/data-folder.ts';
import { TOOL_TRAITS } from '../../tools/tool-traits.ts';

const TRAITS: InsightOptions['traits'] = new Map(TOOL_TRAITS.map((traits) => [traits.id, traits]));

function priceOf(value: unknown): number | undefined {
  const price = asNumber(value);
  return price !== undefined && price >= 0 && Number.isFinite(price) ? price : undefined;
}

function pricesOf(value: unknown): TokenPrices | undefined {
  const given = asObject(value);
  const input = priceOf(given?.['input']);
  const output = priceOf(given?.['output']);
  if (given === undefined || input === undefined || output === undefined) return undefined;
  const cacheRead = priceOf(given['cacheRead']);
  const cacheWrite = priceOf(given['cacheWrite']);
  const cacheWriteLong = priceOf(given['cacheWriteLong']);
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(cacheWriteLong === undefined ? {} : { cacheWriteLong }),
  };
}

/** A name that ends with a star matches all names that begin so. Anything that is not a price is left out. */
export function ownPrices(settings: unknown): PricedModel[] {
  const given = asObject(asObject(settings)?.['prices']) ?? {};
  return Object.entries(given).flatMap(([name, value]): PricedModel[] => {
    const prices = pricesOf(value);
    if (prices === undefined) return [];
    const model = name.toLowerCase();
    const rule = model.endsWith('*') ? `^${model.slice(0, -1)}` : `=${model}`;
    const window = priceOf(asObject(value)?.['window']) ?? null;
    return [{ model, names: [rule], window, prices: [{ from: null, ...prices }] }];
  });
}

interface Known {
  readonly file: string;
  readonly options: InsightOptions;
  readonly stamp: string;
}

let known: Known | undefined;

/** Settings are checked again after this long: an index of thousands of sessions asks for each of them. */
const LOOK_AGAIN_MS = 1000;
let lookedAt = Number.NEGATIVE_INFINITY;
let lookedIn = '';

/** Path and modification time of the settings, so that they are read again only after a change. */
function stampOf(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${path} ${mtimeMs} ${size}`;
  } catch {
    return `${path} -`;
  }
}

function current(): Known {
  const folder = process.env['TOOLSCOPE_HOME'] ?? '';
  const now = performance.now();
  if (known !== undefined && folder === lookedIn && now - lookedAt < LOOK_AGAIN_MS) return known;
  lookedAt = now;
  lookedIn = folder;
  const file = stampOf(settingsPath(dataFolder()));
  if (known?.file === file) return known;
  const own = ownPrices(readSettings(dataFolder()).value);
  const options = { traits: TRAITS, prices: new Prices(PRICE_TABLE, own) };
  const stamp = `${INSIGHT_RULES} ${PRICE_TABLE.date} ${own.length === 0 ? '' : hashText(JSON.stringify(own))}`;
  known = { file, options, stamp };
  return known;
}

export function insightOptions(): InsightOptions {
  return current().options;
}

/** Identifies the rules and prices by which insights are computed now. */
export function insightStamp(): string {
  return current().stamp;
}
