// The user's answer to a question: accepted once, and sent to the tool that asked. It is stored, and retried until it has
// arrived or the call has ended.

import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import { asArray, asNumber, asObject, parseExactly } from '../../base/json.ts';
import { type DeliveryEnd, deliver } from '../outbound/deliver.ts';
import type { AskRow } from '../store/rap-asks.ts';
import type { CallRow } from '../store/rap-calls.ts';
import { decideCall, sendConfirmed } from './confirm-call.ts';
import { findCall } from './end-call.ts';
import type { RuntimeParts } from './runtime-parts.ts';

/** Null: dismissed, and the default is used. */
export type Answer = number | null;

export interface Answered {
  readonly selected: number;
  /** Whether the tool has the answer. Otherwise it is stored and retried. */
  readonly arrived: boolean;
  /** Why it has not arrived yet. */
  readonly problem: string | null;
}

/** How long the user waits at most to see whether the answer arrived. */
const TELL_AFTER_MS = 5000;
const MAX_PAUSE_MS = 60_000;

function selectedOf(parts: RuntimeParts, ask: AskRow, answer: Answer): number {
  const parsed = parseExactly(parts.store.journal.bySeq(ask.seq)?.body ?? '');
  const question = parsed.ok ? asObject(parsed.value) : undefined;
  const choices = asArray(question?.['choices'])?.length ?? 0;
  const selected = answer ?? asNumber(question?.['default']) ?? 0;
  if (Number.isInteger(selected) && selected >= 0 && selected < choices) return selected;
  throw new AppError('bad-usage', `selected must be a number from 0 to ${choices - 1}.`);
}

export async function answerChoice(
  parts: RuntimeParts,
  groupId: string,
  id: string,
  answer: Answer,
): Promise<Answered> {
  const { store, now } = parts;
  const { call, ask, selected } = await store.commit.run(() => {
    const found = findCall(parts, groupId, id);
    const open = store.asks.open(found.call, 'user_choice') ?? store.asks.open(found.call, 'confirm');
    if (open === undefined) throw new AppError('refused', 'The call is not waiting for a choice.');
    const chosen = selectedOf(parts, open, answer);
    const body = JSON.stringify({ selected: chosen, dismissed: answer === null });
    store.journal.append(found.thread, found.call, 'choice-answered', now(), body);
    if (open.kind === 'confirm') decideCall(parts, found, open, chosen);
    else store.asks.claim(open.ask, chosen);
    return { call: found, ask: open, selected: chosen };
  });
  parts.listeners.notify(groupId);
  if (ask.kind === 'confirm') {
    await sendConfirmed(parts, call, selected);
    return { selected, arrived: true, problem: null };
  }
  const problem = await firstTry(parts, call, { ...ask, selected });
  return { selected, arrived: problem === null, problem };
}

/** Why the first attempt failed; null if it did not. Further attempts continue in the background. */
function firstTry(parts: RuntimeParts, call: CallRow, ask: AskRow): Promise<string | null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('the tool server has not answered yet'), TELL_AFTER_MS).unref();
    parts.background.run(() => sendAnswer(parts, call, ask, resolve));
  });
}

function problemOf(end: DeliveryEnd): string | null {
  if (end.kind === 'delivered' || end.kind === 'stopped') return null;
  return end.kind === 'refused' ? `the tool server refused it with HTTP status ${end.status}` : end.reason;
}

/** If the outcome cannot be stored, the answer is sent once more after the next start, which does no harm. */
async function sendAnswer(
  parts: RuntimeParts,
  call: CallRow,
  ask: AskRow,
  onTried: (problem: string | null) => void = () => undefined,
): Promise<void> {
  const { store, limits, background, now } = parts;
  let known: string | null = null;
  for (let attempt = 1; ; attempt++) {
    const end = await tryOnce(parts, call, ask);
    if (end.kind === 'stopped') {
      onTried(
        background.signal.aborted ? 'the runtime is stopping, and tries again when it starts' : 'the call is over',
      );
      return;
    }
    const problem = problemOf(end);
    await store.commit.run(() => {
      if (problem === null) {
        store.asks.finish(ask.ask, 'answered');
        store.journal.append(call.thread, call.call, 'choice-delivered', now(), '{}');
      } else if (problem !== known) {
        store.asks.setProblem(ask.ask, problem);
        store.journal.append(call.thread, call.call, 'choice-undelivered', now(), JSON.stringify({ reason: problem }));
      }
    });
    onTried(problem);
    if (problem !== known || problem === null) parts.listeners.notify(call.groupId);
    if (problem === null) return;
    known = problem;
    const pauseMs = Math.min(MAX_PAUSE_MS, limits.backoffMs * 2 ** Math.min(attempt - 1, 20));
    await sleep(pauseMs, undefined, { signal: background.signal }).catch(() => undefined);
  }
}

function tryOnce({ store, limits, outbound, credentials, background }: RuntimeParts, call: CallRow, ask: AskRow) {
  const url = ask.url ?? '';
  const body = Buffer.from(JSON.stringify({ id: call.id, selected: ask.selected }));
  const deliveryId = `choice_${call.call}_${ask.ask}`;
  return deliver(
    outbound,
    {
      attempts: 1,
      attemptTimeoutMs: limits.attemptTimeoutMs,
      backoffMs: limits.backoffMs,
      throttled: 'retry',
      acknowledged: '2xx',
      signal: background.signal,
      goOn: () => store.calls.byNumber(call.call)?.state === 'pending',
    },
    { url, body, headers: () => credentials.headers(url, body, deliveryId) },
  );
}

/** Resumes sending answers after a restart. */
export function resumeAnswers(parts: RuntimeParts): void {
  for (const ask of parts.store.asks.answering()) {
    const call = parts.store.calls.byNumber(ask.call);
    if (call?.state === 'pending') parts.background.run(() => sendAnswer(parts, call, ask));
  }
}
