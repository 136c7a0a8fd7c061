// Looks up the price of a model's tokens, and the size of its context window. A model that no rule names has no price: it is never
// guessed from its relatives.

/** US dollars for a million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  /** If missing, tokens of this kind cost as much as other input. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** For what the cache keeps for an hour. */
  readonly cacheWriteLong?: number;
}

export interface PriceSet extends TokenPrices {
  /** The day from which it applies, as 2026-03-13; null: from the beginning. */
  readonly from: string | null;
  /** For all tokens of a request whose input, cached tokens included, is larger than `above`. */
  readonly long?: TokenPrices & { readonly above: number };
}

export interface PricedModel {
  readonly model: string;
  /** `=name`: the same name. `^name`: begins with it. `#name`: the same, followed by a date of eight digits. */
  readonly names: readonly string[];
  readonly window: number | null;
  /** The last one that applies counts. */
  readonly prices: readonly PriceSet[];
}

export interface PriceTable {
  /** The day of the data. */
  readonly date: string;
  readonly source: string;
  readonly models: readonly PricedModel[];
}

function readPrices(text: string): TokenPrices {
  const [input = 0, output = 0, cacheRead, cacheWrite, cacheWriteLong] = text
    .split('/')
    .map((price) => (price === '' ? undefined : Number(price)));
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(cacheWriteLong === undefined ? {} : { cacheWriteLong }),
  };
}

function readSet(text: string): PriceSet {
  const [usual = '', long] = text.split('>');
  const [from = '', prices = ''] = usual.split(':');
  const set = { from: from === '' ? null : from, ...readPrices(prices) };
  if (long === undefined) return set;
  const [above, tier = ''] = long.split(':');
  return { ...set, long: { above: Number(above), ...readPrices(tier) } };
}

/** The stored table: a line for each model. */
export function readPriceLines(lines: string): PricedModel[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [model = '', names = '', window = '', prices = ''] = line.split(' | ');
      return {
        model,
        names: names.split(' '),
        window: window === '' ? null : Number(window),
        prices: prices.split(' ').map(readSet),
      };
    });
}

/** As tables spell it: without a provider prefix, or a suffix for the window's size. */
function plainName(model: string): string {
  const name = model.toLowerCase().slice(model.lastIndexOf('/') + 1);
  const vendor = name.indexOf('anthropic.');
  const short = vendor === -1 ? name : name.slice(vendor + 'anthropic.'.length);
  const mark = short.indexOf('[');
  return mark > 0 ? short.slice(0, mark) : short;
}

const DATE = /^-\d{8}$/;

function fits(rule: string, name: string): boolean {
  const given = rule.slice(1);
  if (rule.startsWith('=')) return name === given;
  if (!name.startsWith(given)) return false;
  return rule.startsWith('^') || DATE.test(name.slice(given.length));
}

/** The longest rule wins: "gpt-5-mini" is not "gpt-5". */
function findModel(models: readonly PricedModel[], model: string): PricedModel | undefined {
  const name = plainName(model);
  let best: { readonly found: PricedModel; readonly length: number } | undefined;
  for (const found of models) {
    for (const rule of found.names) {
      if (rule.length > (best?.length ?? 0) && fits(rule, name)) best = { found, length: rule.length };
    }
  }
  return best?.found;
}

/** Caches results: a session asks for the same few models again and again. */
export class Prices {
  readonly date: string;
  readonly source: string;
  readonly #own: readonly PricedModel[];
  readonly #models: readonly PricedModel[];
  readonly #known = new Map<string, { readonly found: PricedModel | undefined; readonly isOwn: boolean }>();

  /** `own` come first: prices that the user has set. */
  constructor(table: PriceTable, own: readonly PricedModel[] = []) {
    this.date = table.date;
    this.source = table.source;
    this.#own = own;
    this.#models = table.models;
  }

  #find(model: string): { readonly found: PricedModel | undefined; readonly isOwn: boolean } {
    const known = this.#known.get(model);
    if (known !== undefined) return known;
    const own = findModel(this.#own, model);
    const entry = { found: own ?? findModel(this.#models, model), isOwn: own !== undefined };
    this.#known.set(model, entry);
    return entry;
  }

  windowOf(model: string): number | null {
    return this.#find(model).found?.window ?? null;
  }

  isOwn(model: string): boolean {
    return this.#find(model).isOwn;
  }

  /** The price at that time; without a time, the current one. Undefined: unknown. */
  of(model: string, at: number | null): PriceSet | undefined {
    const sets = this.#find(model).found?.prices ?? [];
    return sets.findLast(({ from }) => from === null || at === null || Date.parse(from) <= at);
  }
}
