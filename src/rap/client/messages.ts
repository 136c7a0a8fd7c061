// The messages a tool sends in addition to its result, in wire form.

import { AppError } from '../../base/app-error.ts';
import { parseUrl } from '../protocol/parse-url.ts';
import { findSecrets } from '../protocol/secrets.ts';
import type { Invocation } from './invocation.ts';

export interface EventOptions {
  /** Belongs to the thread itself; otherwise the runtime starts a thread for it. */
  readonly associative?: boolean;
  /** The last one. */
  readonly final?: boolean;
  readonly allowSecrets?: boolean;
}

export interface ChoiceRequest {
  readonly prompt: string;
  readonly choices: readonly string[];
  /** Used when the user dismisses the question; 0 by default. */
  readonly default?: number;
}

function echo({ groupId, id, callId }: Invocation): Record<string, unknown> {
  return { group_id: groupId, id, ...(callId === null ? {} : { call_id: callId }) };
}

function refuseSecrets(what: string, text: string): void {
  const kinds = findSecrets(text);
  if (kinds.length > 0)
    throw new AppError('refused', `${what} seems to contain a credential (${kinds.join(', ')}) and was not sent.`);
}

export function eventMessage(invocation: Invocation, text: string, options: EventOptions): Record<string, unknown> {
  if (options.allowSecrets !== true) refuseSecrets('The event', text);
  return {
    type: 'subscription_event',
    group_id: invocation.groupId,
    tool_call_id: invocation.id,
    text,
    ...(options.associative === undefined ? {} : { associative: options.associative }),
    ...(options.final === undefined ? {} : { final: options.final }),
  };
}

export function checkAuthUrl(authUrl: string): void {
  if (parseUrl(authUrl)?.protocol !== 'https:') throw new AppError('bad-usage', 'The sign-in address must be https.');
}

export function oauthMessage(invocation: Invocation, authUrl: string): Record<string, unknown> {
  return { type: 'oauth', ...echo(invocation), auth_url: authUrl };
}

export function choiceMessage(
  invocation: Invocation,
  { prompt, choices, default: preset = 0 }: ChoiceRequest,
  responseUrl: string,
): Record<string, unknown> {
  if (choices.length === 0 || !Number.isInteger(preset) || preset < 0 || preset >= choices.length)
    throw new AppError('bad-usage', 'A choice needs at least one option, and a default that is one of them.');
  refuseSecrets('The question', [prompt, ...choices].join('\n'));
  return { type: 'user_choice', ...echo(invocation), prompt, choices, default: preset, response_url: responseUrl };
}

export function viewMessage(invocation: Invocation, viewType: string, content: unknown): Record<string, unknown> {
  refuseSecrets('The view', JSON.stringify(content) ?? '');
  return { type: 'view_update', group_id: invocation.groupId, view_type: viewType, content };
}
