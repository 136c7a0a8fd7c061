// The task notification: the text by which Claude Code reports the end of background work, in all its versions.
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

/** From after the description of the work, which is in quotes and may mention exit codes itself. */
function exitCodeOf(summary: string): number | null {
  const code = EXIT_CODE.exec(summary.slice(summary.lastIndexOf('"') + 1))?.[1];
  return code === undefined ? null : Number(code);
}

/** A monitor whose time is up says so in the last line of its last event. Nothing else reports its end: there is no status. */
const MONITOR_OVER = /(?:^|\n)\[(Monitor (?:timed out|expired after )[^\n]{0,400})\]$/;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", apos: "'" };

/** A summary quotes commands and errors, in 2.1.20x and later with escaped characters. */
function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|#39|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** A number of `<usage>`: its own tag, or a line `name: 12` up to 2.1.4x. */
function usageNumber(usage: string, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const found = new RegExp(`(?:^|[\\s<])${name}(?:: |>)(\\d{1,15})`).exec(usage)?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}

/** What work used; undefined if neither is known. */
export function usedWhere(tokens: number | undefined, toolCalls: number | undefined): BackgroundEnded['used'] {
  if (tokens === undefined) return toolCalls === undefined ? undefined : { toolCalls };
  return toolCalls === undefined ? { tokens } : { tokens, toolCalls };
}

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
  // What the agent returned or the watched program wrote may contain tags: only the part before it belongs to the notice.
  const cut = part.indexOf('<result>');
  const head = part.slice(0, part.search(/<(?:result|event)>|$/));
  const tail = cut === -1 ? part : part.slice(Math.max(cut, part.lastIndexOf('</result>')));
  const status = tag(head, 'status');
  const summary = tag(head, 'summary');
  const usage = tag(tail, 'usage') ?? '';
  const over = status === null ? MONITOR_OVER.exec(tag(part, 'event') ?? '')?.[1] : undefined;
  const message = over ?? (summary === null ? null : unescaped(summary));
  return {
    kind: 'background-ended',
    ...seen,
    callId: asName(tag(head, 'tool-use-id')) ?? null,
    taskId: asName(tag(head, 'task-id')) ?? null,
    // A watch that lasted as long as requested has done its job.
    status: over === undefined ? endStatus(status) : 'completed',
    exitCode: exitCodeOf(summary ?? ''),
    message: message === null ? null : clip(message, 240),
    reportedMs: usageNumber(usage, 'duration_ms') ?? null,
    via: status === null && over === undefined ? 'event' : 'notification',
    used: usedWhere(usageNumber(usage, 'total_tokens', 'subagent_tokens'), usageNumber(usage, 'tool_uses')),
  };
}

/** One notice per notification in the text; a text can hold several. Monitor events are distinguished from ends. */
export function readNotifications(
  text: string,
  seen: { ref: LineRef; at: number | null; thread: string },
): readonly BackgroundEnded[] {
  return text
    .split(/<\/(?:task|agent)-notification>/)
    .filter((part) => /<(?:task|agent)-notification>/.test(part))
    .map((part) => readOne(part, seen));
}
