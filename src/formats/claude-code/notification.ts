// Owns the task notification: the text by which Claude Code reports the end of background work, in all its versions.
// Evidence: docs/formats/claude-code.md, "Background work". It arrives in user records, queued_command attachments and
// queue operations, up to three times for one end.

import { asName } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import type { BackgroundEnded } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

const OPENING = /^\s*<(task|agent)-notification>/;

export function isNotification(text: string): boolean {
  return OPENING.test(text);
}

/** The text between the first opening and the next closing tag; tags are never nested in what we read. */
function tag(text: string, name: string): string | null {
  const open = text.indexOf(`<${name}>`);
  if (open === -1) return null;
  const start = open + name.length + 2;
  const end = text.indexOf(`</${name}>`, start);
  return end === -1 ? null : text.slice(start, end).trim();
}

const EXIT_CODE = /\bexit(?: code)? (-?\d{1,10})\b/;

/** From behind the description of the work, which is in quotes and may speak of exit codes itself. */
function exitCodeOf(summary: string): number | null {
  const code = EXIT_CODE.exec(summary.slice(summary.lastIndexOf('"') + 1))?.[1];
  return code === undefined ? null : Number(code);
}

/** A monitor whose time is up says so in its last event, without a status. */
const MONITOR_OVER = /^\[(Monitor (?:timed out|expired)\b[^\n]{0,400}?)\]?$/m;

/** The vendor's word for how work ended. */
export function endStatus(word: unknown): BackgroundEnded['status'] {
  switch (word) {
    case 'completed':
      return 'completed';
    case 'failed':
      return 'failed';
    case 'killed':
    case 'stopped':
      return 'killed';
    default:
      return 'unknown';
  }
}

function readOne(part: string, seen: { ref: LineRef; at: number | null; thread: string }): BackgroundEnded {
  // What the agent returned or a monitor saw may itself contain tags: the head, before it, is the notice's own.
  const cut = part.indexOf('<result>');
  const own = part.search(/<(?:result|event)>/);
  const head = own === -1 ? part : part.slice(0, own);
  const tail = cut === -1 ? part : part.slice(Math.max(cut, part.lastIndexOf('</result>')));
  const status = tag(head, 'status');
  const summary = tag(head, 'summary');
  const durationMs = Number(tag(tail, 'duration_ms') ?? Number.NaN);
  const over = status === null ? MONITOR_OVER.exec(tag(part, 'event') ?? '')?.[1] : undefined;
  const message = over ?? summary;
  return {
    kind: 'background-ended',
    ...seen,
    callId: asName(tag(head, 'tool-use-id')) ?? null,
    taskId: asName(tag(head, 'task-id')) ?? null,
    status: over === undefined ? endStatus(status) : 'killed',
    exitCode: exitCodeOf(summary ?? ''),
    message: message === null ? null : clip(message, 240),
    reportedMs: Number.isFinite(durationMs) ? durationMs : null,
    via: status === null && over === undefined ? 'event' : 'notification',
  };
}

/** One notice per notification in the text; a text can hold several. Monitor events are told apart from ends. */
export function readNotifications(
  text: string,
  seen: { ref: LineRef; at: number | null; thread: string },
): readonly BackgroundEnded[] {
  return text
    .split(/<\/(?:task|agent)-notification>/)
    .filter((part) => /<(?:task|agent)-notification>/.test(part))
    .map((part) => readOne(part, seen));
}
