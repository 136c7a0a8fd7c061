// The verdict on one line: decoded, all terms looked for in its texts, and the place that shows the match best.

import type { JsonObject } from '../../base/json.ts';
import { parseLine } from '../../sources/json-lines/parse-line.ts';
import type { CompiledQuery } from './compiled-query.ts';
import { stretchesOf } from './opaque-text.ts';
import { isLabel, placeOf, type RecordText, type TextPlace, textsOf } from './record-texts.ts';
import { searchedAs } from './searched-as.ts';
import type { TermMatcher, TextSpan } from './term-matcher.ts';

export interface PhysicalLine {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly line: number;
}

export interface LineMatch {
  readonly offset: number;
  readonly length: number;
  /** Null when the line could not be read as JSON: then `text` is the line as it is. */
  readonly place: TextPlace | null;
  readonly record: JsonObject | null;
  readonly text: string;
  readonly span: TextSpan;
  /** It only names something, or says under what circumstances the record was written. */
  readonly isLabel: boolean;
}

function findIn(text: string, stretches: readonly TextSpan[], matcher: TermMatcher): TextSpan | undefined {
  for (const stretch of stretches) {
    const found = matcher.findWithin(text, stretch);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface BestText<T> {
  readonly item: T;
  readonly span: TextSpan;
}

/** What is asked of texts before one of them is shown. */
interface Showing<T> {
  /** Told instead of others that hold as many terms. */
  isTelling(item: T): boolean;
  mayShow(item: T): boolean;
}

const ANY: Showing<unknown> = { isTelling: () => true, mayShow: () => true };

/**
 * All terms must be found, in any of the texts; the text in which most of them are is the one to show, if it may be. Of two with
 * as many, the telling one, else the first.
 */
function bestOf<T extends { readonly text: string }>(
  texts: Iterable<T>,
  matchers: readonly TermMatcher[],
  { isTelling, mayShow }: Showing<T> = ANY,
): BestText<T> | undefined {
  const missing = new Set(matchers);
  let best: BestText<T> | undefined;
  let bestRank = 0;
  const top = 2 * matchers.length + 1;
  for (const item of texts) {
    const stretches = stretchesOf(item.text);
    let span: TextSpan | undefined;
    let terms = 0;
    for (const matcher of matchers) {
      const found = findIn(item.text, stretches, matcher);
      if (found === undefined) continue;
      missing.delete(matcher);
      terms++;
      if (span === undefined || found.start < span.start) span = found;
    }
    const rank = span === undefined ? 0 : 2 * terms + Number(isTelling(item));
    if (span !== undefined && rank > bestRank && mayShow(item)) {
      best = { item, span };
      bestRank = rank;
    }
    if (bestRank === top) break;
  }
  return missing.size === 0 ? best : undefined;
}

/** Whether anything is found that must not be there. */
function isExcluded(texts: Iterable<{ readonly text: string }>, without: readonly TermMatcher[]): boolean {
  if (without.length === 0) return false;
  for (const { text } of texts) {
    const stretches = stretchesOf(text);
    if (without.some((matcher) => findIn(text, stretches, matcher) !== undefined)) return true;
  }
  return false;
}

/** A place in a record where some of the terms were found. */
export interface FoundPlace {
  readonly record: JsonObject;
  readonly offset: number;
  readonly length: number;
  readonly pointer: string;
}

/** A record can hold several calls: `fits` is asked about the places in it until one may be shown. */
export function matchLine(
  line: PhysicalLine,
  { matchers, without }: Pick<CompiledQuery, 'matchers' | 'without'>,
  fits?: (found: FoundPlace) => boolean,
): LineMatch | undefined {
  const { bytes, offset } = line;
  const parsed = parseLine({ bytes, offset, length: bytes.length, line: line.line, terminated: true }, 0);
  if (searchedAs(parsed) === 'raw') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    const best = bestOf([{ text }], matchers);
    if (best === undefined || isExcluded([{ text }], without)) return undefined;
    return { offset, length: bytes.length, place: null, record: null, text, span: best.span, isLabel: false };
  }
  for (const { record, ref } of parsed.records) {
    const { offset, length } = ref;
    const best = bestOf(textsOf(record), matchers, {
      isTelling: (item: RecordText) => !isLabel(item),
      mayShow: (item) => fits === undefined || fits({ record, offset, length, pointer: placeOf(item).pointer }),
    });
    if (best === undefined || isExcluded(textsOf(record), without)) continue;
    const { item, span } = best;
    return { offset, length, place: placeOf(item), record, text: item.text, span, isLabel: isLabel(item) };
  }
  return undefined;
}
