// Texts for insights, the same on the page and in the terminal: neutral, and saying how it is known.

import { formatCount, formatMs, plural } from '../base/units.ts';
import type { SessionInsights } from './wire/insights.ts';

type Verdict = SessionInsights['verdict'];
type ClassTime = SessionInsights['time']['classes'][number];

const ENDINGS: Readonly<Record<string, string>> = {
  done: 'with an answer',
  asked: 'with a question',
  interrupted: 'by an interruption',
  failed: 'with an error of the model API',
  running: 'not yet: it may still go on',
  unknown: 'in the middle, as far as the log tells',
};

/** After the word "ended". */
export function endingText(ending: string): string {
  return ENDINGS[ending] ?? ending;
}

const SHORT_ENDINGS: Readonly<Record<string, string>> = {
  done: 'answered',
  asked: 'asked',
  interrupted: 'interrupted',
  failed: 'failed',
  running: 'not over',
  unknown: 'broken off',
};

/** For a column. */
export function shortEnding(ending: string): string {
  return SHORT_ENDINGS[ending] ?? ending;
}

const RULES: Readonly<Record<string, string>> = {
  'last-record-is-answer': 'the last record of the main thread is an answer',
  'last-answer-ends-with-question': 'the last answer ends with a question',
  'question-without-answer': 'a question to the person has no answer on record',
  'last-record-is-interrupt': 'the last record says that the person interrupted',
  'last-call-was-refused': 'the person refused the last call, and nothing followed',
  'last-call-was-interrupted': 'the last call was interrupted, and nothing followed',
  'last-record-is-service-error': 'the last record is an error of the model API',
  'last-call-has-no-result': 'the last call has no result on record',
  'no-word-after-last-result': 'nothing was said after the last result',
  'last-record-is-prompt': 'nothing came after the last prompt',
  'last-record-is-thinking': 'the log stops while the model was thinking',
  'last-record-is-notification': 'nothing came after the last notification',
  'log-may-still-grow': 'the log was written to a short time ago, and the turn is not over',
  'nothing-was-said': 'no prompt, answer or call is on record',
};

export function endingReason(rule: string): string {
  return RULES[rule] ?? rule;
}

export const CLASS_TITLES: Readonly<Record<ClassTime['class'], string>> = {
  model: 'model',
  tool: 'tools',
  hook: 'hooks',
  permission: 'waiting for permission',
  answer: 'waiting for an answer',
  subagent: 'subagents',
  idle: 'idle',
  unknown: 'not known',
};

export function boundedMs(ms: number, bound: string | null): string {
  return `${bound === 'at-most' ? '≤ ' : ''}${formatMs(ms)}`;
}

export function usdText(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.01) return '< $0.01';
  return `$${usd < 1000 ? usd.toFixed(2) : formatCount(Math.round(usd))}`;
}

/** "~$4.12" in a column: the mark means an estimate. */
export function shortCost(usd: number, basis: string): string {
  const text = usdText(usd);
  return basis === 'log' || text.startsWith('<') ? text : `~${text}`;
}

/** "$4.12 estimated"; what has no price is mentioned. */
export function costText({ usd, basis, unpriced }: { usd: number | null; basis: string; unpriced: number }): string {
  if (usd === null) return unpriced > 0 ? 'cost not known: no price for its models' : 'no cost on record';
  const how = basis === 'log' ? '' : basis === 'estimate' ? ' estimated' : ' partly estimated';
  return `${usdText(usd)}${how}${unpriced > 0 ? `, ${plural(unpriced, 'request')} without a price` : ''}`;
}

/** How the log's own figures compare with the price table. */
export function agreementText(agreement: NonNullable<SessionInsights['cost']['agreement']>): string {
  const { requests, statedUsd, estimatedUsd, agree, halves } = agreement;
  const other = requests - agree - halves;
  const parts = [
    ...(agree > 0 ? [`${formatCount(agree)} agree to 1 %`] : []),
    ...(halves > 0 ? [`${formatCount(halves)} say half, as some records of old versions do`] : []),
    ...(other > 0 ? [`${formatCount(other)} differ`] : []),
  ];
  return `The log states ${usdText(statedUsd)} for ${plural(requests, 'request')}, the price table ${usdText(estimatedUsd)}: ${parts.join(', ')}`;
}

/** "12 s active of 3 m"; a log without times, or of one moment, tells nothing of it. */
export function tookText({ activeMs, wallMs }: Pick<SessionInsights['time'], 'activeMs' | 'wallMs'>): string {
  return wallMs === 0 ? 'no time on record' : `${formatMs(activeMs)} active of ${formatMs(wallMs)}`;
}

/** Files that are gone again, which edits alone do not tell. */
export function removedText(files: Verdict['changed']['files']): string {
  const removed = files.filter(({ removedBy }) => removedBy !== null).length;
  return removed === 0 ? '' : `, ${removed === files.length ? 'all' : formatCount(removed)} removed since`;
}

export function changedText({
  files,
  isAtLeast,
  linesAdded,
  linesRemoved,
  tests,
  commits,
  unsure,
}: Verdict['changed']): string {
  const made = commits.length === 0 ? '' : `; ${plural(commits.length, 'commit')}`;
  const open = unsure === 0 ? '' : `; ${plural(unsure, 'change')} without an outcome on record`;
  if (files.length === 0) return `${unsure === 0 ? 'no file by its own tools' : open.slice(2)}${made}`;
  const lines =
    linesAdded + linesRemoved === 0
      ? ''
      : `, +${formatCount(linesAdded)} −${formatCount(linesRemoved)} lines over all edits`;
  const tested = tests === 0 ? '' : `, ${tests === files.length ? 'all' : formatCount(tests)} of them tests`;
  return `${isAtLeast ? 'at least ' : ''}${plural(files.length, 'file')}${tested}${removedText(files)}${lines}${open}${made}`;
}

const RESULTS: Readonly<Record<Verdict['checks'][number]['result'], string>> = {
  passed: 'passed',
  failed: 'failed',
  'hidden-failure': 'failed',
  unclear: 'showed no failure (exit status hidden)',
  'not-run': 'did not run',
  open: 'no end on record',
};

export function checkText({ kind, result, isAfterLastEdit }: Verdict['checks'][number], hasChanges: boolean): string {
  const when = hasChanges ? (isAfterLastEdit ? ' after the last change' : ' before the last change') : '';
  const despite = result === 'hidden-failure' ? ', though the command succeeded' : '';
  return `${kind} ${RESULTS[result]}${when}${despite}`;
}

type Claim = SessionInsights['claims'][number];

const STANDINGS: Readonly<Record<Claim['standing'], string>> = {
  shown: 'shown by a run',
  'not-run': 'no run on record',
  failed: 'the last run failed',
  'hidden-failure': 'the last run failed, though the command succeeded',
  'before-last-edit': 'last run before the last change',
  partly: 'only a part was run',
  unclear: 'there was a run, the log does not tell its result',
};

/** The evidence in the log for something that an answer said. */
export function claimText({ standing, result }: Pick<Claim, 'standing' | 'result'>): string {
  const hidden = standing === 'shown' && result === 'unclear' ? ' (exit status hidden, no failure seen)' : '';
  return `${STANDINGS[standing]}${hidden}`;
}

/** Claims for which the log has something other than a run that shows them. */
export function isMarked({ standing }: Pick<Claim, 'standing'>): boolean {
  return standing !== 'shown' && standing !== 'unclear';
}

/** "12 claims, 11 shown by a run": marked ones are listed one by one. */
export function claimsText(claims: readonly Pick<Claim, 'standing' | 'result'>[]): string {
  const shown = claims.filter(({ standing }) => standing === 'shown');
  const unclear = shown.filter(({ result }) => result === 'unclear').length;
  const all = shown.length === claims.length ? 'shown by a run' : `${formatCount(shown.length)} shown by a run`;
  const which = unclear === shown.length ? '' : `${formatCount(unclear)} with `;
  // Such a run is no clear result either: the first line of the session says so.
  const but = unclear === 0 ? '' : ` (${which}exit status hidden)`;
  return `${plural(claims.length, 'statement')} that checks pass, ${all}${but}`;
}

export function personText({ prompts, answers, approvals, refusals, interrupts, edits }: Verdict['person']): string {
  const did = [
    plural(prompts, 'prompt'),
    ...(answers > 0 ? [plural(answers, 'answer')] : []),
    ...(approvals > 0 ? [`${plural(approvals, 'approval')} on record`] : []),
    ...(refusals > 0 ? [plural(refusals, 'refusal')] : []),
    ...(interrupts > 0 ? [plural(interrupts, 'interruption')] : []),
    ...(edits > 0 ? [`${plural(edits, 'change')} edited by hand`] : []),
  ];
  return did.join(', ');
}

/** "143 k of 200 k tokens at most, 2 compactions". */
export function contextText({ peakTokens, windowTokens, compactions }: SessionInsights['context']): string {
  if (peakTokens === 0) return 'no request on record';
  const size = windowTokens === null ? '' : ` of ${formatCount(windowTokens)}`;
  const compacted = compactions.length === 0 ? '' : `, ${plural(compactions.length, 'compaction')}`;
  return `up to ${formatCount(peakTokens)}${size} tokens${compacted}`;
}

/** "3 × waiting for Bash(npm test:*), 12 m 00 s together: a rule would have saved that". */
export function ruleText({ rule, times, ms, bound }: SessionInsights['waits']['rules'][number]): string {
  return `${formatCount(times)} × ${rule}, ${boundedMs(ms, bound)} together`;
}
