// Owns the answer to a choice: taken from one person, once, and brought to the tool that asked.

import { AppError } from '../../base/app-error.ts';
import { asArray, asNumber, asObject, parseJson } from '../../base/json.ts';
import type { AskRow } from '../../store/rap-asks.ts';
import type { CallRow } from '../../store/rap-calls.ts';
import { deliver } from '../outbound/deliver.ts';
import { findCall } from './end-call.ts';
import type { RuntimeParts } from './runtime-parts.ts';

/** Null: the person did not want to choose, and the tool's default is taken. */
export type Answer = number | null;

function selectedOf(parts: RuntimeParts, ask: AskRow, answer: Answer): number {
  const parsed = parseJson(parts.store.journal.bySeq(ask.seq)?.body ?? '');
  const question = parsed.ok ? asObject(parsed.value) : undefined;
  const choices = asArray(question?.['choices'])?.length ?? 0;
  const selected = answer ?? asNumber(question?.['default']) ?? 0;
  if (Number.isInteger(selected) && selected >= 0 && selected < choices) return selected;
  throw new AppError('bad-usage', `selected must be a number from 0 to ${choices - 1}.`);
}

export async function answerChoice(parts: RuntimeParts, groupId: string, id: string, answer: Answer): Promise<number> {
  const { store, now } = parts;
  const { call, ask, selected } = await store.commit.run(() => {
    const found = findCall(parts, groupId, id);
    const open = store.asks.open(found.call, 'user_choice');
    if (open === undefined) throw new AppError('refused', 'The call is not waiting for a choice.');
    const chosen = selectedOf(parts, open, answer);
    store.asks.claim(open.ask, chosen);
    const body = JSON.stringify({ selected: chosen, dismissed: answer === null });
    store.journal.append(found.thread, found.call, 'choice-answered', now(), body);
    return { call: found, ask: open, selected: chosen };
  });
  parts.listeners.notify(groupId);
  parts.background.run(() => sendAnswer(parts, call, { ...ask, selected }));
  return selected;
}

/** When the end cannot be written down, the answer is sent once more after the next start, which does no harm. */
async function sendAnswer(parts: RuntimeParts, call: CallRow, ask: AskRow): Promise<void> {
  const { store, limits, outbound, credentials, now } = parts;
  const { url } = ask;
  if (url === null) return;
  const body = Buffer.from(JSON.stringify({ id: call.id, selected: ask.selected }));
  const deliveryId = `choice_${call.call}_${ask.ask}`;
  const end = await deliver(
    outbound,
    {
      attempts: limits.attempts,
      attemptTimeoutMs: limits.attemptTimeoutMs,
      backoffMs: limits.backoffMs,
      throttled: 'retry',
      signal: parts.background.signal,
      goOn: () => store.calls.byNumber(call.call)?.state === 'pending',
    },
    { url, body, headers: () => credentials.headers(url, body, deliveryId) },
  );
  if (end.kind === 'stopped') return;
  await store.commit.run(() => {
    store.asks.finish(ask.ask, end.kind === 'delivered' ? 'answered' : 'failed');
    if (end.kind === 'delivered') return;
    const reason = end.kind === 'refused' ? `it was refused with status ${end.status}` : end.reason;
    store.journal.append(call.thread, call.call, 'choice-undelivered', now(), JSON.stringify({ reason }));
  });
  parts.listeners.notify(call.groupId);
}

/** Answers that were on their way when the process ended. */
export function resumeAnswers(parts: RuntimeParts): void {
  for (const ask of parts.store.asks.answering()) {
    const call = parts.store.calls.byNumber(ask.call);
    if (call?.state === 'pending') parts.background.run(() => sendAnswer(parts, call, ask));
  }
}
