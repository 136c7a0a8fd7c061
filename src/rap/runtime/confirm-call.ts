// Asks the user before a call of a destructive tool is sent. Only where a user can be asked.

import { clip } from '../../base/text.ts';
import type { AskRow } from '../store/rap-asks.ts';
import type { CallRow } from '../store/rap-calls.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { sendStored } from './send-stored.ts';
import { settleCall } from './settle-call.ts';

const CHOICES = ['Run it', 'Do not run it'];
/** All of them are shown with the call. */
const MAX_ARGUMENTS = 400;
const RUN = 0;
const DECLINE = 1;

/** Inside the transaction that registers the call. */
export function askToConfirm(
  { store, limits }: RuntimeParts,
  { call, thread, operation }: Pick<CallRow, 'call' | 'thread' | 'operation'>,
  args: Readonly<Record<string, unknown>>,
  at: number,
): void {
  const prompt = `Run ${operation} with ${clip(JSON.stringify(args), MAX_ARGUMENTS)}? Its tool says that it destroys something.`;
  const body = JSON.stringify({ prompt, choices: CHOICES, default: DECLINE });
  store.asks.insert(call, 'confirm', store.journal.append(thread, call, 'confirmation-asked', at, body), null);
  store.calls.postpone(call, at + limits.humanWaitMs);
}

/** Inside a transaction. */
export function decideCall({ store, now }: RuntimeParts, call: CallRow, ask: AskRow, selected: number): void {
  store.asks.finish(ask.ask, 'answered');
  if (selected !== RUN)
    settleCall(
      store,
      call.call,
      'declined',
      `Error: a person declined to run ${call.operation}. It was not run.`,
      now(),
    );
}

/** After the commit. */
export async function sendConfirmed(parts: RuntimeParts, call: CallRow, selected: number): Promise<void> {
  if (selected === RUN) await sendStored(parts, call);
}
