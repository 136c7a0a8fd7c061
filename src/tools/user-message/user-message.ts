// Messages to the person: SendUserMessage, SendUserFile and PushNotification of Claude Code.

import { asArray, asName, asNumber, asObject, asString } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseText, orJsonText, text } from '../shapes.ts';

export interface MessageInput {
  readonly channel: 'message' | 'file' | 'push';
  readonly message: string | null;
  readonly files: readonly string[];
  readonly status?: string | undefined;
  readonly display?: string | undefined;
}

export interface Attachment {
  readonly path: string;
  readonly bytes: number | null;
  readonly isImage: boolean | null;
}

export interface MessageSent {
  readonly kind: 'sent';
  readonly message: string | null;
  readonly attachments: readonly Attachment[];
  readonly display?: string | undefined;
  readonly sentAt?: string | undefined;
}

export interface NotificationSent {
  readonly kind: 'notified';
  readonly message: string;
  readonly push: boolean;
  readonly local: boolean;
  /** Why it was not sent: config_off, user_present, no_transport. */
  readonly disabledReason?: string | undefined;
  readonly sentAt?: string | undefined;
}

export interface MessageNote {
  readonly kind: 'note';
  readonly text: string;
}

export type MessageResult = MessageSent | NotificationSent | MessageNote;

/** A path, or an object that has one under any of its names over time. */
function attachment(raw: unknown): Attachment | undefined {
  if (typeof raw === 'string') return { path: raw, bytes: null, isImage: null };
  const object = asObject(raw);
  const path = asName(object?.['path']) ?? asName(object?.['file_path']) ?? asName(object?.['name']);
  if (object === undefined || path === undefined) return undefined;
  const isImage = object['isImage'];
  return {
    path,
    bytes: asNumber(object['size']) ?? asNumber(object['bytes']) ?? null,
    isImage: typeof isImage === 'boolean' ? isImage : null,
  };
}

const attachments = orJsonText(anything).transform((raw): readonly Attachment[] =>
  (asArray(raw) ?? (raw === undefined || raw === null ? [] : [raw])).map(attachment).filter((one) => one !== undefined),
);

function paths(list: readonly Attachment[]): readonly string[] {
  return list.map((one) => one.path);
}

const notified = shape
  .object({ message: text, pushSent: looseFlag, localSent: looseFlag, disabledReason: looseText, sentAt: looseText })
  .refine((raw) => raw.pushSent !== undefined || raw.localSent !== undefined || raw.disabledReason !== undefined)
  .transform(
    (raw): NotificationSent => ({
      kind: 'notified',
      message: raw.message,
      push: raw.pushSent ?? false,
      local: raw.localSent ?? false,
      disabledReason: raw.disabledReason,
      sentAt: raw.sentAt,
    }),
  );

const sent = shape
  .object({
    message: looseText,
    caption: looseText,
    attachments: attachments.optional(),
    display: looseText,
    sentAt: looseText,
  })
  .refine((raw) => raw.message !== undefined || raw.attachments !== undefined)
  .transform(
    (raw): MessageSent => ({
      kind: 'sent',
      message: raw.message ?? raw.caption ?? null,
      attachments: raw.attachments ?? [],
      display: raw.display,
      sentAt: raw.sentAt,
    }),
  );

const messageInput = shape.object({ message: text, attachments: attachments.optional(), status: looseText }).transform(
  (raw): MessageInput => ({
    channel: 'message',
    message: raw.message,
    files: paths(raw.attachments ?? []),
    status: raw.status,
  }),
);

const fileInput = shape
  .object({ files: attachments, caption: looseText, status: looseText, display: looseText })
  .transform(
    (raw): MessageInput => ({
      channel: 'file',
      message: raw.caption ?? null,
      files: paths(raw.files),
      status: raw.status,
      display: raw.display,
    }),
  );

const pushInput = shape
  .object({ message: text, status: looseText })
  .transform((raw): MessageInput => ({ channel: 'push', message: raw.message, files: [], status: raw.status }));

const INPUTS = new Map<string, Shape<MessageInput>>([
  ['SendUserFile', fileInput],
  ['PushNotification', pushInput],
]);

const claudeCode = defineDialect<MessageInput, MessageResult>({
  agent: 'claude-code',
  names: ['SendUserMessage', 'Brief', 'SendUserFile', 'PushNotification'],
  input: (name) => INPUTS.get(name) ?? messageInput,
  structured: [
    { kind: 'notified', schema: notified },
    { kind: 'sent', schema: sent },
  ],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

const NOT_SENT = new Map([
  ['config_off', 'notifications are turned off'],
  ['user_present', 'the person was there'],
  ['no_transport', 'there was no way to send it'],
]);

export const userMessage = defineTool<MessageInput, MessageResult>({
  id: 'user-message',
  title: 'Message to the person',
  family: 'dialogue',
  dialects: [claudeCode],
  failures: [
    {
      code: 'file-missing',
      blame: 'agent',
      pattern: /(?:does not exist|not found|ENOENT|[Cc]ould not (?:read|open))/,
      when: (input) => input === null || input.files.length > 0,
    },
  ],
  facts: ({ input, result }) => {
    const files = result?.kind === 'sent' ? paths(result.attachments) : (input?.files ?? []);
    return {
      ...(files[0] === undefined ? {} : { path: files[0], files: files.length }),
      ...(result?.kind === 'notified' && !result.push && !result.local
        ? { note: `not sent: ${asString(result.disabledReason) ?? 'unknown'}` }
        : {}),
    };
  },
  summary: ({ input, result }) => {
    const message = (result === null || result.kind === 'note' ? null : result.message) ?? input?.message ?? '';
    const files = input?.files ?? [];
    if (files.length === 0) return message;
    const what = files.length === 1 ? (files[0] ?? '') : plural(files.length, 'file');
    return message === '' ? what : `${what}: ${clip(message, 110)}`;
  },
  target: (input) => clip(input.files.join(' ') || (input.message ?? ''), 200),
  quietFailure: (result) => {
    if (result.kind !== 'notified' || result.push || result.local) return null;
    const reason = result.disabledReason ?? '';
    return {
      code: 'not-notified',
      blame: 'expected',
      message: `The notification was not sent: ${NOT_SENT.get(reason) ?? 'the log does not say why'}.`,
    };
  },
});
