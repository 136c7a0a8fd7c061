// Numbers in filters: counts, durations and sizes, from text to a number.

export type QuantityKind = 'count' | 'duration' | 'bytes';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Spellings → factor. The empty one is a number without a unit. */
const UNITS: Readonly<Record<QuantityKind, Readonly<Record<string, number>>>> = {
  count: { '': 1, k: 1000, m: 1_000_000 },
  duration: {
    ms: 1,
    s: SECOND,
    sec: SECOND,
    m: MINUTE,
    min: MINUTE,
    h: HOUR,
    d: DAY,
    w: 7 * DAY,
    us: 0.001,
    µs: 0.001,
  },
  bytes: {
    '': 1,
    b: 1,
    k: 1000,
    kb: 1000,
    m: 1_000_000,
    mb: 1_000_000,
    g: 1_000_000_000,
    gb: 1_000_000_000,
    kib: 1024,
    mib: 1024 ** 2,
    gib: 1024 ** 3,
  },
};

export const QUANTITY_EXAMPLES: Readonly<Record<QuantityKind, string>> = {
  count: 'a number, such as 100 or 50k',
  duration: 'a number with a unit: 200ms, 5s, 2m, 1h',
  bytes: 'a size, such as 500, 10kB or 2MB',
};

/** The number, `no-unit` for a duration that lacks one, or undefined if it is not one. */
export function parseQuantity(text: string, kind: QuantityKind): number | 'no-unit' | undefined {
  const match = /^([+-]?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d{1,3})?)\s*([a-zµ]*)$/i.exec(text);
  const [, digits, unit] = match ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const number = Number(digits.replaceAll('_', ''));
  if (!Number.isFinite(number)) return undefined;
  if (kind === 'duration' && unit === '') return number === 0 ? 0 : 'no-unit';
  const factors = UNITS[kind];
  const factor = Object.hasOwn(factors, unit.toLowerCase()) ? factors[unit.toLowerCase()] : undefined;
  if (factor === undefined) return undefined;
  const value = number * factor;
  return Number.isFinite(value) ? value : undefined;
}
