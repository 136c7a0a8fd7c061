// Reading queued notifications: ReadNotifications of Claude Code.

import { clip, firstLine } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { listOf, looseNumber, looseText, text } from '../shapes.ts';

export interface Notification {
  readonly id?: string | undefined;
  /** Where it came from: github_webhook, trigger_fire, mcp_send_message, … */
  readonly origin?: string | undefined;
  readonly queuedAt?: string | undefined;
  readonly arrivedAt?: string | undefined;
  readonly content: string;
}

export interface NotificationsRead {
  readonly kind: 'notifications';
  readonly notifications: readonly Notification[];
  /** Still in the queue. */
  readonly remaining: number;
  readonly readAt?: string | undefined;
}

export interface NotificationsNote {
  readonly kind: 'note';
  readonly text: string;
}

export type NotificationsResult = NotificationsRead | NotificationsNote;

const notification: Shape<Notification> = shape
  .object({
    content: text,
    notification_id: looseText,
    origin: looseText,
    queued_at: looseText,
    arrived_at: looseText,
  })
  .transform((raw) => ({
    id: raw.notification_id,
    origin: raw.origin,
    queuedAt: raw.queued_at,
    arrivedAt: raw.arrived_at,
    content: raw.content,
  }));

const read = shape
  .object({
    notifications: listOf(notification),
    remaining: looseNumber,
    read_at: looseText,
  })
  .transform(
    (raw): NotificationsRead => ({
      kind: 'notifications',
      notifications: raw.notifications,
      remaining: raw.remaining ?? 0,
      readAt: raw.read_at,
    }),
  );

const claudeCode = defineDialect<object, NotificationsResult>({
  agent: 'claude-code',
  names: ['ReadNotifications'],
  input: shape.looseObject({}),
  structured: [{ kind: 'notifications', schema: read }],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

export const readNotifications = defineTool<object, NotificationsResult>({
  id: 'read-notifications',
  title: 'Notifications',
  family: 'session',
  dialects: [claudeCode],
  failures: [],
  facts: ({ result }) => (result?.kind === 'notifications' ? { matches: result.notifications.length } : {}),
  summary: ({ result }) => {
    if (result === null) return 'read notifications';
    if (result.kind === 'note') return firstLine(result.text);
    const count = plural(result.notifications.length, 'notification');
    const left = result.remaining > 0 ? `, ${result.remaining} left` : '';
    const first = result.notifications[0];
    return first === undefined ? `${count}${left}` : `${count}${left}: ${clip(firstLine(first.content), 90)}`;
  },
});
