// Parses the task board's texts: one line for a change, a few for one task, one each for a list.

import type { BoardTask, TaskCreated, TaskListed, TaskShown, TaskUpdated } from './task-board.ts';

function boardTask(id: string, subject: string, more: Partial<BoardTask> = {}): BoardTask {
  return { id, subject, description: null, status: null, owner: null, blocks: [], blockedBy: [], ...more };
}

function idsIn(text: string | undefined): readonly string[] {
  return [...(text ?? '').matchAll(/#([\w-]{1,80})/g)].map((match) => match[1] ?? '');
}

export function readCreated(content: string): TaskCreated | undefined {
  const match = /^Task #(\S{1,80}) created successfully: /.exec(content);
  const id = match?.[1];
  if (match === null || id === undefined) return undefined;
  return { kind: 'created', task: boardTask(id, content.slice(match[0].length).trim()) };
}

export function readUpdated(content: string): TaskUpdated | undefined {
  const match = /^Updated task #(\S{1,80})(?: ([\w, ]{0,400}))?/.exec(content);
  if (match === null) return undefined;
  return {
    kind: 'updated',
    id: match[1] ?? null,
    success: true,
    fields: (match[2] ?? '').split(',').flatMap((field) => field.trim() || []),
    statusChange: null,
    error: null,
  };
}

/** An update of a missing task is reported as if it were a success. */
export function readNotFound(content: string): TaskUpdated | undefined {
  if (!/^Task (?:#?\S{1,80} )?not found/.test(content)) return undefined;
  return { kind: 'updated', id: null, success: false, fields: [], statusChange: null, error: content.slice(0, 400) };
}

/** Where the trailing field lines begin; the text's end if there are none. */
function descriptionEnd(text: string): number {
  let end = text.length;
  for (let at = text.trimEnd().length; at > 0; ) {
    const start = text.lastIndexOf('\n', at - 1);
    if (start === -1 || !/^\n(?:Blocked by|Blocks|Owner): /.test(text.slice(start, start + 20))) break;
    end = start;
    at = start;
  }
  return end;
}

/** `Task #2: subject`, then `Status:`, `Description:` (which may go on for lines), `Blocked by:`, `Blocks:`. */
export function readTask(content: string): TaskShown | undefined {
  const head = /^Task #(\S{1,80}): ([^\n]*)/.exec(content);
  const id = head?.[1];
  if (head === null || id === undefined) return undefined;
  const rest = content.slice(head[0].length);
  const from = rest.indexOf('\nDescription: ');
  const described = from === -1 ? '' : rest.slice(from + '\nDescription: '.length);
  const end = descriptionEnd(described);
  const fields = `${from === -1 ? rest : rest.slice(0, from)}${described.slice(end)}`;
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(fields)?.[1]?.trim();
  return {
    kind: 'task',
    task: boardTask(id, head[2]?.trim() ?? '', {
      status: field('Status') ?? null,
      owner: field('Owner') ?? null,
      description: from === -1 ? null : described.slice(0, end).trim(),
      blockedBy: idsIn(field('Blocked by')),
      blocks: idsIn(field('Blocks')),
    }),
  };
}

const LINE = /^#(\S{1,80}) \[(\w{1,40})\] (.*)$/;
const BLOCKED = / \[blocked by ([^\]]{1,400})\]$/;
const OWNER = / \(([^()\s]{1,80})\)$/;

/** `#6 [pending] subject (owner) [blocked by #1, #2]`; a subject may end in brackets of its own. */
function readLine(line: string): BoardTask | undefined {
  const match = LINE.exec(line);
  if (match === null) return undefined;
  let subject = match[3] ?? '';
  const blocked = BLOCKED.exec(subject);
  if (blocked !== null) subject = subject.slice(0, blocked.index);
  const owner = OWNER.exec(subject);
  if (owner !== null) subject = subject.slice(0, owner.index);
  return boardTask(match[1] ?? '', subject, {
    status: match[2] ?? null,
    owner: owner?.[1] ?? null,
    blockedBy: idsIn(blocked?.[1]),
  });
}

export function readList(content: string): TaskListed | undefined {
  if (/^No tasks (?:found|yet)/.test(content)) return { kind: 'tasks', tasks: [] };
  if (!content.startsWith('#')) return undefined;
  const tasks: BoardTask[] = [];
  for (const line of content.split('\n')) {
    const task = readLine(line);
    if (task !== undefined) tasks.push(task);
  }
  return tasks.length === 0 ? undefined : { kind: 'tasks', tasks };
}
