// The evidence for judging a tool: every run with every message, and the answers to notices.

import { asString } from '../../base/json.ts';
import type { Caught } from './callback-catcher.ts';
import { failed, passed, unseen, type Verdict } from './finding.ts';
import type { NoticeAnswer, ToolRun } from './tool-session.ts';

export interface ToolEvidence {
  readonly runs: readonly ToolRun[];
  readonly pathOf: (run: ToolRun) => string;
  readonly cancel: NoticeAnswer;
  readonly close: NoticeAnswer;
  /** Tools that declare that they may take hours. */
  readonly longRunning: ReadonlySet<string>;
}

export type ToolJudgement = (evidence: ToolEvidence) => Verdict;

export interface Said {
  readonly run: ToolRun;
  readonly caught: Caught;
}

export function all({ runs }: ToolEvidence): Said[] {
  return runs.flatMap((run) => run.caught.map((caught) => ({ run, caught })));
}

const OTHERS: ReadonlySet<string> = new Set(['oauth', 'user_choice', 'view_update', 'subscription_event']);

/** Messages that complete a call; if a tool sends none, whatever it sent instead. */
export function results(evidence: ToolEvidence): Said[] {
  return all(evidence).filter(({ caught }) => !OTHERS.has(String(caught.message['type'])));
}

export function ofType(evidence: ToolEvidence, ...types: readonly string[]): Said[] {
  return all(evidence).filter(({ caught }) => types.includes(String(caught.message['type'])));
}

export function isBad({ purpose }: ToolRun): boolean {
  return purpose === 'unknown-operation' || purpose === 'bad-arguments';
}

/** Results of deliberately wrong calls. */
export function errors(evidence: ToolEvidence): Said[] {
  return results(evidence).filter(({ run }) => isBad(run));
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** What the model reads of a result: its text, or the texts of its content. */
export function textOf({ caught }: Said): unknown {
  const { text, content } = caught.message;
  if (!Array.isArray(content) || content.length === 0) return text;
  const texts = content.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'text' in item ? (asString(item.text) ?? '') : '',
  );
  return texts.join('\n');
}

/** All of them match, or the first that does not is shown. */
export function every(
  said: readonly Said[],
  good: string,
  fits: (said: Said) => boolean,
  bad: (said: Said) => string,
): Verdict {
  if (said.length === 0) return unseen('There was no such message.');
  const broken = said.find((one) => !fits(one));
  return broken === undefined ? passed(good) : failed(bad(broken));
}
