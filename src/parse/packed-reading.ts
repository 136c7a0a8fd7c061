// The packed form of what a tool read of a call: one short text, a third of the memory of the objects. Nothing of it is lost but the
// leading lines, which are noted when a call is interpreted.

import { shortJson } from '../base/short-json.ts';
import type { NumberedTexts, TextNumber } from '../lifecycle/numbered-texts.ts';
import type { Facts, Interpretation, Via } from '../model/interpretation.ts';
import type { Failure, MaskedFailure } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { LineRef } from '../model/source.ts';

/** A reading, and the lines it was made of. Places are numbers: references to the objects would keep them in memory. */
export interface Ready {
  readonly requestSource: number;
  readonly requestOffset: number;
  readonly resultSource: number;
  readonly resultOffset: number;
  /** -1: there was none. */
  readonly supplementSource: number;
  readonly supplementOffset: number;
  readonly light: Interpretation;
}

export function readyOf(request: LineRef, result: LineRef, supplement: LineRef | null, light: Interpretation): Ready {
  return {
    requestSource: request.source,
    requestOffset: request.offset,
    resultSource: result.source,
    resultOffset: result.offset,
    supplementSource: supplement === null ? -1 : supplement.source,
    supplementOffset: supplement === null ? -1 : supplement.offset,
    light,
  };
}

/** Whether these are the lines that were read. */
export function isOf(ready: Ready, request: LineRef, result: LineRef, supplement: LineRef | null): boolean {
  return (
    ready.requestOffset === request.offset &&
    ready.requestSource === request.source &&
    ready.resultOffset === result.offset &&
    ready.resultSource === result.source &&
    ready.supplementOffset === (supplement === null ? -1 : supplement.offset) &&
    ready.supplementSource === (supplement === null ? -1 : supplement.source)
  );
}

/** What a text is, or begins with: 0 nothing of that, 1 the call's path, 2 its command. */
type Known = 0 | 1 | 2;

/** What few readings have comes last, and is absent for the others. */
type PackedReady = readonly [
  requestSource: number,
  requestOffset: number,
  resultSource: number,
  /** From the request, if they are in one file. */
  resultOffset: number,
  toolId: TextNumber,
  kind: TextNumber | null,
  via: Via | 0,
  /** What the summary begins with, and how it goes on. */
  begins: Known,
  summary: string,
  target: string | Known | null,
  aim: string | null,
  facts: Facts,
  more?: {
    readonly supplement: readonly [source: number, offset: number];
    readonly failure: Failure | null;
    readonly failedQuietly: boolean;
    readonly masked: MaskedFailure | null;
    readonly reportedMs: number | null;
    readonly problems: readonly Problem[];
  },
];

const NO_PROBLEMS: readonly Problem[] = [];

function beginOf(text: string, { path, command }: Facts): Known {
  if (path !== undefined && text.startsWith(path)) return 1;
  return command !== undefined && text.startsWith(command) ? 2 : 0;
}

function textOf(known: Known, { path = '', command = '' }: Facts): string {
  return known === 1 ? path : known === 2 ? command : '';
}

/** Of a reading that is not about another call's task. */
export function packReady(ready: Ready, texts: NumberedTexts): string {
  const { requestSource, requestOffset, resultSource, light } = ready;
  const { toolId, result, summary, facts, target, failure, failedQuietly, masked, reportedMs, problems } = light;
  const begins = beginOf(summary, facts);
  const known = target === null ? 0 : beginOf(target, facts);
  const head = [
    requestSource,
    requestOffset,
    resultSource,
    resultSource === requestSource ? ready.resultOffset - requestOffset : ready.resultOffset,
    texts.numberOf(toolId),
    result === null ? null : texts.numberOf(result.kind),
    result === null || result.via === 'structured' ? 0 : result.via,
    begins,
    summary.slice(textOf(begins, facts).length),
    known !== 0 && target === textOf(known, facts) ? known : target,
    light.aim,
    facts,
  ] as const;
  const isPlain = failure === null && masked === null && reportedMs === null && problems.length === 0;
  const supplement = [ready.supplementSource, ready.supplementOffset] as const;
  const packed: PackedReady =
    isPlain && supplement[0] === -1
      ? head
      : [...head, { supplement, failure, failedQuietly, masked, reportedMs, problems }];
  return shortJson(packed);
}

/** A new reading, equal to the one that was packed. */
export function unpackReady(text: string, texts: NumberedTexts): Ready {
  const packed: PackedReady = JSON.parse(text);
  const [requestSource, requestOffset, resultSource, resultOffset, toolId, kind, via] = packed;
  const [, , , , , , , begins, summary, target, aim, facts, more] = packed;
  return {
    requestSource,
    requestOffset,
    resultSource,
    resultOffset: resultSource === requestSource ? requestOffset + resultOffset : resultOffset,
    supplementSource: more === undefined ? -1 : more.supplement[0],
    supplementOffset: more === undefined ? -1 : more.supplement[1],
    light: {
      toolId: texts.textOf(toolId),
      result: kind === null ? null : { kind: texts.textOf(kind), via: via === 0 ? 'structured' : via },
      summary: begins === 0 ? summary : textOf(begins, facts) + summary,
      failure: more === undefined ? null : more.failure,
      failedQuietly: more?.failedQuietly === true,
      masked: more === undefined ? null : more.masked,
      facts,
      reportedMs: more === undefined ? null : more.reportedMs,
      task: null,
      leading: null,
      target: typeof target === 'number' ? textOf(target, facts) : target,
      aim,
      problems: more === undefined || more.problems.length === 0 ? NO_PROBLEMS : more.problems,
    },
  };
}
