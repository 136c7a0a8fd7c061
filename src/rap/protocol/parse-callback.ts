// Parses a callback's envelope: strict about what routes and completes a call, tolerant of unknown fields.

import { isObject, type JsonObject } from '../../base/json.ts';
import { readSegments } from '../../model/display-segment.ts';
import type {
  CallbackMessage,
  ContentItem,
  OAuthRequest,
  SubscriptionEvent,
  ToolResult,
  UserChoice,
  ViewUpdate,
} from './messages.ts';
import { parseUrl } from './parse-url.ts';

/** Why a body is not a message. The sentence is for the tool's author and quotes only field names from the body. */
export class Malformed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'Malformed';
    this.code = code;
  }
}

export const MAX_ID_LENGTH = 512;
const MAX_CHOICES = 256;
const MAX_URL_LENGTH = 8192;

function bad(field: string, wanted: string): Malformed {
  return new Malformed('invalid-field', `${field} must be ${wanted}.`);
}

function stringAt(record: JsonObject, field: string): string {
  const value = record[field];
  if (value === undefined) throw new Malformed('missing-field', `${field} is missing.`);
  if (typeof value !== 'string') throw bad(field, 'a string');
  return value;
}

function idAt(record: JsonObject, field: string): string {
  const value = stringAt(record, field);
  if (value === '' || value.length > MAX_ID_LENGTH) throw bad(field, `a string of 1 to ${MAX_ID_LENGTH} characters`);
  return value;
}

/** Optional fields may be absent or null: senders in some languages write null for "nothing". */
function callIdAt(record: JsonObject): string | null {
  const value = record['call_id'] ?? null;
  if (value !== null && typeof value !== 'string') throw bad('call_id', 'a string or null');
  return value;
}

function flagAt(record: JsonObject, field: string): boolean {
  const value = record[field] ?? false;
  if (typeof value !== 'boolean') throw bad(field, 'true or false');
  return value;
}

function urlAt(record: JsonObject, field: string, protocols: readonly string[]): string {
  const value = stringAt(record, field);
  const names = protocols.map((protocol) => protocol.slice(0, -1)).join(' or ');
  // The URL parser is more tolerant than the schema: it accepts `https:host` and surrounding spaces.
  const url = value.length <= MAX_URL_LENGTH && /^https?:\/\/\S+$/i.test(value) ? parseUrl(value) : undefined;
  if (url === undefined || !protocols.includes(url.protocol)) throw bad(field, `an absolute ${names} URL`);
  return value;
}

function contentItem(value: unknown, at: string): ContentItem {
  if (!isObject(value)) throw bad(at, 'an object with a type');
  const kind = value['type'];
  if (typeof kind !== 'string') throw bad(`${at}.type`, 'a string');
  if (kind === 'text') {
    const text = value['text'];
    if (typeof text !== 'string') throw bad(`${at}.text`, 'a string');
    return { type: 'text', text };
  }
  if (kind === 'image') {
    const { data, mediaType } = value;
    if (typeof data !== 'string') throw bad(`${at}.data`, 'a base64 string');
    if (typeof mediaType !== 'string') throw bad(`${at}.mediaType`, 'a string');
    return { type: 'image', data, mediaType };
  }
  return { type: 'other', kind, value };
}

function contentAt(record: JsonObject): ContentItem[] | null {
  const value = record['content'] ?? null;
  if (value === null) return null;
  if (!Array.isArray(value)) throw bad('content', 'an array');
  return value.map((item, i) => contentItem(item, `content[${i}]`));
}

function toolResult(record: JsonObject): ToolResult {
  const text = record['text'] ?? null;
  if (text !== null && typeof text !== 'string') throw bad('text', 'a string');
  const content = contentAt(record);
  if (text === null && content === null) throw new Malformed('missing-field', 'text is missing, and so is content.');
  return {
    type: 'tool_result',
    groupId: idAt(record, 'group_id'),
    id: idAt(record, 'id'),
    callId: callIdAt(record),
    text,
    // An empty list means nothing: the text is used.
    content: content?.length === 0 && text !== null ? null : content,
    ...readSegments(record['display_as']),
    subscription: flagAt(record, 'subscription'),
  };
}

function subscriptionEvent(record: JsonObject): SubscriptionEvent {
  return {
    type: 'subscription_event',
    groupId: idAt(record, 'group_id'),
    id: idAt(record, 'tool_call_id'),
    text: stringAt(record, 'text'),
    associative: flagAt(record, 'associative'),
    final: flagAt(record, 'final'),
  };
}

function oauth(record: JsonObject): OAuthRequest {
  return {
    type: 'oauth',
    groupId: idAt(record, 'group_id'),
    id: idAt(record, 'id'),
    callId: callIdAt(record),
    authUrl: urlAt(record, 'auth_url', ['https:']),
  };
}

function userChoice(record: JsonObject): UserChoice {
  const choices = record['choices'];
  if (!Array.isArray(choices) || choices.length === 0 || choices.length > MAX_CHOICES)
    throw bad('choices', `an array of 1 to ${MAX_CHOICES} strings`);
  const texts = choices.map((choice: unknown, i) => {
    if (typeof choice !== 'string') throw bad(`choices[${i}]`, 'a string');
    return choice;
  });
  const preset = record['default'] ?? 0;
  if (typeof preset !== 'number' || !Number.isInteger(preset) || preset < 0 || preset >= texts.length)
    throw bad('default', 'the number of one of the choices, from 0');
  return {
    type: 'user_choice',
    groupId: idAt(record, 'group_id'),
    id: idAt(record, 'id'),
    callId: callIdAt(record),
    prompt: stringAt(record, 'prompt'),
    choices: texts,
    default: preset,
    responseUrl: urlAt(record, 'response_url', ['https:', 'http:']),
  };
}

function viewUpdate(record: JsonObject): ViewUpdate {
  if (record['content'] === undefined) throw new Malformed('missing-field', 'content is missing.');
  return {
    type: 'view_update',
    groupId: idAt(record, 'group_id'),
    viewType: idAt(record, 'view_type'),
    content: record['content'],
  };
}

/** Parses a message. Throws Malformed. */
export function parseCallback(value: unknown): CallbackMessage {
  if (!isObject(value)) throw new Malformed('not-an-object', 'The body must be a JSON object.');
  const { type } = value;
  switch (type) {
    case 'tool_result':
      return toolResult(value);
    case 'subscription_event':
      return subscriptionEvent(value);
    case 'oauth':
      return oauth(value);
    case 'user_choice':
      return userChoice(value);
    case 'view_update':
      return viewUpdate(value);
    case undefined:
      throw new Malformed('missing-field', 'type is missing.');
    default:
      throw new Malformed(
        'unknown-type',
        'type must be tool_result, subscription_event, oauth, user_choice or view_update.',
      );
  }
}
