// Texts about two compared sessions: the same on the page and on the terminal.

import { formatCount, formatMs, plural } from '../base/units.ts';
import { boundedMs, CLASS_TITLES, endingText, shortCost } from './insight-text.ts';
import type { WireComparedCall, WireComparison } from './wire/compare.ts';

type Side = WireComparison['a'];
type Told = Omit<WireComparison, 'titles'>;

/** One row of the table of both: what each has, and by how much the second differs. */
interface SumRow {
  readonly title: string;
  readonly a: string;
  readonly b: string;
  /** Empty if they are equal, or if there is nothing to subtract. */
  readonly difference: string;
}

function signed(difference: number, text: (value: number) => string): string {
  if (difference === 0) return '';
  return `${difference > 0 ? '+' : '−'}${text(Math.abs(difference))}`;
}

function row(title: string, a: number, b: number, text: (value: number) => string): SumRow {
  return { title, a: text(a), b: text(b), difference: signed(b - a, text) };
}

const TIME_CLASSES = ['model', 'tool', 'subagent', 'hook', 'permission', 'answer', 'unknown'] as const;

/** Upper bounds cannot be subtracted. */
function classRow(name: (typeof TIME_CLASSES)[number], a: Side, b: Side): SumRow[] {
  const timeOf = ({ times }: Side) => times.find((one) => one.class === name) ?? { ms: 0, bound: 'exact' };
  const [ofA, ofB] = [timeOf(a), timeOf(b)];
  if (ofA.ms === 0 && ofB.ms === 0) return [];
  const isExact = ofA.bound === 'exact' && ofB.bound === 'exact';
  return [
    {
      title: `– ${CLASS_TITLES[name]}`,
      a: boundedMs(ofA.ms, ofA.bound),
      b: boundedMs(ofB.ms, ofB.bound),
      difference: isExact ? signed(ofB.ms - ofA.ms, formatMs) : '',
    },
  ];
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 3 : 2)}`;
}

function costCell({ usd, costBasis }: Side): string {
  return usd === null ? 'not known' : shortCost(usd, costBasis);
}

/** Rows that are zero on both sides are left out. */
export function sumRows({ a, b }: Pick<Told, 'a' | 'b'>): readonly SumRow[] {
  const count = (title: string, of: (side: Side) => number): SumRow[] =>
    of(a) === 0 && of(b) === 0 ? [] : [row(title, of(a), of(b), formatCount)];
  const time = (title: string, of: (side: Side) => number): SumRow[] =>
    of(a) === 0 && of(b) === 0 ? [] : [row(title, of(a), of(b), formatMs)];
  const cost = {
    title: 'Cost',
    a: costCell(a),
    b: costCell(b),
    difference: a.usd === null || b.usd === null ? '' : signed(b.usd - a.usd, dollars),
  };
  return [
    { title: 'Ended', a: endingText(a.ending), b: endingText(b.ending), difference: '' },
    ...count('Prompts', ({ prompts }) => prompts),
    row('Calls', a.calls, b.calls, formatCount),
    ...count('Failures', ({ failures }) => failures),
    ...count('Expected failures', ({ expectedFailures }) => expectedFailures),
    ...count('Masked failures', ({ masked }) => masked),
    ...count('Refused', ({ refused }) => refused),
    ...time('Active time', ({ activeMs }) => activeMs),
    ...TIME_CLASSES.flatMap((name) => classRow(name, a, b)),
    ...time('From first to last', ({ wallMs }) => wallMs),
    ...(a.usd === null && b.usd === null ? [] : [cost]),
    ...count('Tokens', ({ tokens }) => tokens),
  ];
}

/** A status with what is behind it: "error tests-failed", "ok, hides tests-failed". */
export function outcomeText({
  status,
  code,
  blame,
  masked,
}: Pick<WireComparedCall, 'status' | 'code' | 'blame' | 'masked'>): string {
  if (masked !== null) return `${status}, hides ${masked}`;
  if (blame === 'expected') return `expected ${code ?? status}`;
  return code === null ? status : `${status} ${code}`;
}

/** How much both did, and what only one did. */
export function sharedText({ a, b, shared, otherOutcome }: Told): string {
  const otherwise = otherOutcome === 0 ? '' : ` (${formatCount(otherOutcome)} ended otherwise)`;
  const only = (name: string, { only: count, elsewhere }: Side): string => {
    const moved = elsewhere === 0 ? '' : ` (${formatCount(elsewhere)} made by the other at another point)`;
    return `${formatCount(count)} only in ${name}${moved}`;
  };
  return `${plural(shared, 'call')} in both${otherwise}, ${only('A', a)}, ${only('B', b)}`;
}

/** Where they first differ; null when they do not. */
export function divergenceText({ divergence, prompts }: Pick<Told, 'divergence' | 'prompts'>): string | null {
  if (divergence === null) return null;
  const pair = prompts[divergence.prompt];
  const number = formatCount(divergence.prompt + 1);
  if (divergence.what === 'prompt') {
    if (pair?.a === null) return `prompt ${number}: only B was asked`;
    return pair?.b === null ? `prompt ${number}: only A was asked` : `prompt ${number}: other words`;
  }
  const call = pair?.calls[divergence.call ?? 0];
  const [a, b] = [call?.a ?? null, call?.b ?? null];
  const place = `prompt ${number}, call ${formatCount((divergence.call ?? 0) + 1)}`;
  if (a !== null && b !== null) return `${place}: ${a.summary}: ${outcomeText(a)} in A, ${outcomeText(b)} in B`;
  const made = a ?? b;
  return `${place}: only ${a === null ? 'B' : 'A'} made ${made?.tool ?? 'it'} ${made?.summary ?? ''}`.trimEnd();
}

/** The final state of a file. */
export function finalText({ a, b, isSame }: Told['final'][number]): string {
  const one = a ?? b;
  // Written and removed again, say.
  if (a === null || b === null)
    return `only ${a === null ? 'B' : 'A'}${one?.change === 'same' ? ', left as it was' : ' changed it'}`;
  return isSame ? 'the same in both' : 'changed differently';
}
