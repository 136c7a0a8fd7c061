// Owns the freeform patch language (`*** Begin Patch`): file diffs without line numbers, and patches hidden in commands.

import { type FileDiff, countHunkLines, diffOfDeletion, diffOfHunks, type Hunk } from './hunks.ts';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';
const END_OF_FILE = '*** End of File';

interface OpenFile {
  readonly path: string;
  readonly change: 'added' | 'modified';
  movedTo: string | undefined;
  readonly hunks: { section: string | undefined; readonly lines: string[] }[];
}

function closeFile(open: OpenFile): FileDiff {
  const hunks: Hunk[] = [];
  for (const { section, lines } of open.hunks) {
    if (lines.length === 0) continue;
    const counts = countHunkLines(lines);
    hunks.push({
      oldStart: null,
      oldLines: counts.kept + counts.removed,
      newStart: null,
      newLines: counts.kept + counts.added,
      lines,
      ...(section === undefined ? {} : { section }),
    });
  }
  return diffOfHunks(open.path, hunks, { change: open.change, basis: 'input', movedTo: open.movedTo });
}

function takeHunkLine(open: OpenFile, line: string): void {
  if (line.startsWith('@@')) {
    const section = line.slice(2).replace(/ @@$/, '').trim();
    const last = open.hunks.at(-1);
    if (last !== undefined && last.lines.length === 0) {
      // Several `@@` lines in a row narrow the place down: class, then method.
      if (section !== '') last.section = last.section === undefined ? section : `${last.section} › ${section}`;
    } else {
      open.hunks.push({ section: section === '' ? undefined : section, lines: [] });
    }
    return;
  }
  let hunk = open.hunks.at(-1);
  if (hunk === undefined) {
    hunk = { section: undefined, lines: [] };
    open.hunks.push(hunk);
  }
  const mark = line[0];
  if (open.change === 'added') hunk.lines.push(mark === '+' ? line : `+${line}`);
  else if (mark === '+' || mark === '-' || mark === ' ') hunk.lines.push(line);
  else hunk.lines.push(` ${line}`);
}

/** The files a patch changes, as far as it can be read; the text may stand inside a command. */
export function readPatch(text: string): FileDiff[] {
  const files: FileDiff[] = [];
  let open: OpenFile | null = null;
  const begin = text.indexOf(BEGIN);
  let start = begin === -1 ? 0 : begin;
  while (start < text.length) {
    const stop = text.indexOf('\n', start);
    const end = stop === -1 ? text.length : stop;
    const line = text.slice(start, end > start && text[end - 1] === '\r' ? end - 1 : end);
    start = stop === -1 ? text.length : stop + 1;

    if (line.startsWith('*** ')) {
      const head = line.trimEnd();
      if (head === END) break;
      if (head.startsWith(MOVE) && open !== null) {
        open.movedTo = head.slice(MOVE.length);
        continue;
      }
      const adds = head.startsWith(ADD);
      if (adds || head.startsWith(UPDATE) || head.startsWith(DELETE)) {
        if (open !== null) files.push(closeFile(open));
        open = null;
        if (head.startsWith(DELETE)) files.push(diffOfDeletion(head.slice(DELETE.length), undefined));
        else {
          open = {
            path: head.slice((adds ? ADD : UPDATE).length),
            change: adds ? 'added' : 'modified',
            movedTo: undefined,
            hunks: [],
          };
        }
        continue;
      }
      if (head === BEGIN || head === END_OF_FILE || open === null) continue;
    }
    if (open !== null) takeHunkLine(open, line);
  }
  if (open !== null) files.push(closeFile(open));
  return files;
}

/** Paths a patch names, without reading its hunks. */
export function patchedPaths(text: string): string[] {
  const paths: string[] = [];
  for (let at = text.indexOf('*** '); at !== -1; at = text.indexOf('*** ', at + 4)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    const stop = text.indexOf('\n', at);
    const line = text.slice(at, stop === -1 ? text.length : stop).trimEnd();
    if (line === END) break;
    for (const head of [ADD, UPDATE, DELETE]) if (line.startsWith(head)) paths.push(line.slice(head.length));
  }
  return paths;
}

const HEREDOC = /^\s*(?:cd\s+(?:'([^'\n]*)'|"([^"\n]*)"|([^\s'"&;|]+))\s*&&\s*)?(?:apply_patch|applypatch)\s*<<-?\s*(['"]?)(\w+)\4[ \t]*\n/;
const COMMAND_NAMES = new Set(['apply_patch', 'applypatch']);

export interface PatchCommand {
  readonly patch: string;
  readonly cwd?: string | undefined;
}

function patchInScript(script: string): PatchCommand | null {
  const head = HEREDOC.exec(script);
  const word = head?.[5];
  if (head === null || word === undefined) return null;
  const body = script.slice(head[0].length);
  // The heredoc has to be the end of the script; with more commands behind it, it is a shell call.
  const trimmed = body.trimEnd();
  if (trimmed !== word && !trimmed.endsWith(`\n${word}`)) return null;
  const patch = trimmed.slice(0, trimmed.length - word.length);
  if (!patch.includes(BEGIN) || patch.startsWith(`${word}\n`) || patch.includes(`\n${word}\n`)) return null;
  return { patch, cwd: head[1] ?? head[2] ?? head[3] };
}

/** The patch that a command consists of, or null: `apply_patch <<'EOF' …`, with or without a shell around it. */
export function patchInCommand(command: string | readonly string[]): PatchCommand | null {
  if (typeof command === 'string') return patchInScript(command);
  const [program, ...args] = command;
  if (program === undefined) return null;
  const last = args.at(-1);
  if (last === undefined || !last.includes(BEGIN)) return null;
  if (args.length === 1 && COMMAND_NAMES.has(program)) return { patch: last };
  return /^-l?c$/.test(args[0] ?? '') && args.length === 2 ? patchInScript(last) : null;
}
