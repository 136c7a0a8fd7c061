// Sends single messages without a tool server: for functions, scripts and other kinds of servers.

import type { DeliveryEnd } from '../outbound/deliver.ts';
import { CallbackSender, type SenderOptions } from './callback-sender.ts';
import type { Invocation } from './invocation.ts';
import {
  type ChoiceRequest,
  checkAuthUrl,
  choiceMessage,
  type EventOptions,
  eventMessage,
  oauthMessage,
} from './messages.ts';
import { resultMessage, type ToolOutcome } from './tool-outcome.ts';

/** The parts of an invocation that an answer needs. */
export type AnswerTo = Pick<Invocation, 'groupId' | 'id' | 'callId' | 'callbackUrl'>;

const BLANK = { operation: '', arguments: {}, ancestors: [], userId: null };

async function once(to: AnswerTo, message: Record<string, unknown>, options: SenderOptions): Promise<DeliveryEnd> {
  const sender = new CallbackSender(options);
  try {
    return await sender.send(to.groupId, to.callbackUrl, message);
  } finally {
    sender.close();
  }
}

/** Completes the call. */
export function sendToolResult(
  to: AnswerTo,
  outcome: string | ToolOutcome | Readonly<Record<string, unknown>> | readonly unknown[] | number | boolean | null,
  options: SenderOptions = {},
): Promise<DeliveryEnd> {
  return once(to, resultMessage({ ...BLANK, ...to }, outcome), options);
}

/** Sends an event to the thread that subscribed. */
export function sendEvent(
  to: AnswerTo,
  text: string,
  event: EventOptions = {},
  options: SenderOptions = {},
): Promise<DeliveryEnd> {
  return once(to, eventMessage({ ...BLANK, ...to }, text, event), options);
}

/** Asks the user to sign in. The call stays pending until its result is sent. */
export async function requestOAuth(to: AnswerTo, authUrl: string, options: SenderOptions = {}): Promise<DeliveryEnd> {
  checkAuthUrl(authUrl);
  return once(to, oauthMessage({ ...BLANK, ...to }, authUrl), options);
}

/** Asks the user to choose. The answer comes as a POST of `{id, selected}` to `responseUrl`. */
export function requestChoice(
  to: AnswerTo,
  choice: ChoiceRequest & { readonly responseUrl: string },
  options: SenderOptions = {},
): Promise<DeliveryEnd> {
  return once(to, choiceMessage({ ...BLANK, ...to }, choice, choice.responseUrl), options);
}
