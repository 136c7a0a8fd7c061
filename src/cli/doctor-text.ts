// The diagnosis as text: a section per subject, the verdict in the last line.

import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { WholeCheck } from '../archive/check-archive.ts';
import { clip } from '../base/text.ts';
import { formatBytes, formatCount, plural } from '../base/units.ts';
import type { LogLine } from '../library/library-health.ts';
import { blockLines } from './block-health.ts';
import type { Diagnosis } from './diagnosis.ts';
import { healthLines } from './hooks/status.ts';
import type { Output } from './output.ts';
import { roomText } from './room-text.ts';
import { cells } from './table.ts';
import { dayText } from './when-text.ts';

/** Columns as wide as needed. The last one is not limited, so that paths can be copied. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cells(cell));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - cells(cell))))
      .join('  ')
      .trimEnd(),
  );
}

class Paper {
  readonly #out: Output;
  readonly #limit: number;
  readonly lines: string[] = [];

  constructor(out: Output, limit: number) {
    this.#out = out;
    this.#limit = limit;
  }

  /** How many items fit on one line. */
  get few(): number {
    return Math.ceil(this.#limit / 2);
  }

  section(title: string, lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.lines.push('', this.#out.paint('bold', title), ...lines.map((line) => `  ${line}`));
  }

  /** The first rows, and how many more there are. */
  list<Item>(items: readonly Item[], row: (item: Item) => readonly string[]): string[] {
    const shown = aligned(items.slice(0, this.#limit).map(row));
    const more = items.length - shown.length;
    return more > 0 ? [...shown, `… and ${formatCount(more)} more; --limit 0 shows all.`] : shown;
  }

  path(path: string): string {
    const home = homedir();
    return this.#out.safe(path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path);
  }

  place(place: LogLine | null): string {
    return place === null ? '' : `${this.path(place.file)}:${place.line}`;
  }

  warn(text: string): string {
    return this.#out.paint('yellow', text);
  }
}

const ROOT_STATE = { found: '', missing: 'not found', unreadable: 'cannot be read' } as const;

function rootLines({ roots, unreadable, unclaimed, health }: Diagnosis, paper: Paper, out: Output): string[] {
  const rows = roots.map(({ agent, path, from, state, files, bytes, fileSystem }) => [
    agent === 'any' ? 'any agent' : agent,
    paper.path(path),
    state === 'found' ? `${plural(files, 'file')}, ${formatBytes(bytes)}, on ${fileSystem}` : ROOT_STATE[state],
    from === 'default' ? '' : `(${out.safe(from)})`,
  ]);
  const lines = aligned(rows);
  const gone = health.files.filter(({ isGone }) => isGone).length;
  if (gone > 0)
    lines.push(
      `${plural(gone, 'file')} of these places ${gone === 1 ? 'is' : 'are'} gone; what was read is in the index.`,
    );
  if (unclaimed.length > 0)
    lines.push(`${plural(unclaimed.length, 'file')} skipped: not the log of an agent Toolscope knows.`);
  for (const line of paper.list(unreadable, ({ path, reason }) => [
    `Cannot be read: ${paper.path(path)} (${out.safe(reason)})`,
  ])) {
    lines.push(paper.warn(line));
  }
  return lines;
}

/** A line per agent, the versions seen last first. */
function versionLines({ health }: Diagnosis, paper: Paper, out: Output): string[] {
  const agents = [...new Set(health.versions.map(({ agent }) => agent))];
  return aligned(
    agents.map((agent) => {
      const seen = health.versions.filter((version) => version.agent === agent);
      const shown = seen.slice(0, paper.few);
      const names = shown.map(({ version, sessions }) => `${out.safe(version)} (${plural(sessions, 'session')})`);
      const more = seen.length - shown.length;
      return [agent, `${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`];
    }),
  );
}

function indexLines({ index }: Diagnosis, paper: Paper): string[] {
  if (index.trouble !== null)
    return [paper.path(index.path), paper.warn(index.trouble), 'The logs were read without it.'];
  if (index.schemaVersion === null) return [`${paper.path(index.path)}${index.existed ? '' : ', not created yet'}`];
  const room = roomText(index.bytes, { bytes: index.logBytes, name: 'the logs in it' });
  const written = index.existed ? `last written ${index.lastWrittenAt ?? 'at an unknown time'}` : 'built just now';
  const kept =
    index.keptBy === 'another process' ? 'Another Toolscope process keeps it up to date.' : 'It is up to date.';
  const lines = [`${paper.path(index.path)}, ${room}`, `Schema ${index.schemaVersion}, ${written}. ${kept}`];
  if (index.damagedCopy !== null)
    lines.push(paper.warn(`It was damaged. The old file is ${paper.path(index.damagedCopy)}.`));
  return lines;
}

const FATE = {
  restored: 'restored from the log',
  'in-log': 'the log still has it',
  lost: 'lost',
} as const;

function checkLines({ startedAt, finishedAt, blocks, damaged, found, structure }: WholeCheck, paper: Paper): string[] {
  const result = damaged === 0 && structure.length === 0 ? 'no damage' : `${plural(damaged, 'part')} damaged`;
  const state = finishedAt === null ? `Being checked since ${dayText(startedAt)}` : `Checked ${dayText(finishedAt)}`;
  const lines = [`${state}: ${plural(blocks, 'part')}, ${result}.`];
  for (const line of paper.list(found, ({ path, offset, length, fate }) => [
    paper.path(path),
    `bytes ${formatCount(offset)} to ${formatCount(offset + length)}`,
    FATE[fate],
  ]))
    lines.push(paper.warn(line));
  for (const line of paper.list(structure, (words) => [words])) lines.push(paper.warn(line));
  return lines;
}

function archiveLines({ archive: { state, trouble, check }, health }: Diagnosis, paper: Paper): string[] {
  const gone = health.files.filter(({ isGone }) => isGone).length;
  const lines: string[] = [];
  if (state !== null) {
    const room = roomText(state.diskBytes, { bytes: state.rawBytes, name: 'what is in it' });
    lines.push(`${paper.path(state.path)}, ${room}`);
    lines.push(
      `Copies of ${plural(state.files, 'file')}, ${formatBytes(state.rawBytes)}. toolscope purge deletes them.`,
    );
  } else if (trouble === null) lines.push('None: logs that agents delete are lost.');
  if (state !== null && gone > 0)
    lines.push(
      `${plural(gone, 'log')} that ${gone === 1 ? 'is' : 'are'} gone can still be read from it, if the archive was kept at the time.`,
    );
  if (trouble !== null) lines.push(paper.warn(trouble));
  if (check !== null) lines.push(...checkLines(check, paper));
  return lines;
}

function ledgerLines({ health: { ledger, remarks } }: Diagnosis, paper: Paper): string[] {
  const sum =
    `${plural(ledger.lines, 'line')} = ${formatCount(ledger.observed)} observed + ${formatCount(ledger.ignored)} ignored ` +
    `+ ${formatCount(ledger.problems)} with problems.`;
  const lines = [ledger.addsUp ? `${sum} It adds up in every file.` : paper.warn(`${sum} It does not add up.`)];
  for (const line of paper.list(ledger.wrong, (file) => [paper.path(file)])) lines.push(paper.warn(line));
  const said = Object.entries(remarks).map(([code, count]) => `${formatCount(count)} ${code}`);
  if (said.length > 0) lines.push(`Lines that were read in spite of a flaw: ${said.join(', ')}.`);
  return lines;
}

function driftLines(
  { health: { unknownRecords, undefinedTools }, fieldDrift }: Diagnosis,
  paper: Paper,
  out: Output,
): string[] {
  const records = paper.list(unknownRecords, ({ agent, what, count, example }) => [
    / block\b/.test(what) ? 'content' : 'record',
    agent,
    out.safe(what),
    `${formatCount(count)} ×`,
    paper.place(example),
  ]);
  const tools = paper.list(undefinedTools, ({ agent, tool, calls, example }) => [
    'tool  ',
    agent,
    out.safe(tool),
    plural(calls, 'call'),
    paper.place(example),
  ]);
  const fields = paper.list(fieldDrift.fields, ({ agent, field, count, example }) => [
    'field ',
    agent,
    out.safe(field),
    `${formatCount(count)} ×`,
    paper.place(example),
  ]);
  const { files, records: looked } = fieldDrift.sample;
  const sample = `New fields are looked for in ${plural(looked, 'record')} of the newest ${plural(files, 'log')}; new records and tools in all logs.`;
  const lines = [...records, ...fields, ...tools];
  return lines.length === 0 ? [] : [...lines, out.paint('dim', sample)];
}

/** The texts are a column before the place, which must stay in sight. */
const LONGEST_WORDS = 60;

function unclassedLines({ unclassed: { calls, examined, texts } }: Diagnosis, paper: Paper, out: Output): string[] {
  const lines = paper.list(texts, ({ agent, tool, code, line, count, example }) => [
    `${formatCount(count)} ×`,
    agent,
    out.safe(tool),
    code ?? 'arrived',
    clip(out.safe(line === '' ? '(no words)' : line), LONGEST_WORDS),
    paper.place(example),
  ]);
  if (examined < calls)
    lines.push(out.paint('dim', `${formatCount(examined)} of ${plural(calls, 'call')} were examined.`));
  return lines;
}

function retentionLines({ retention, vanishing }: Diagnosis, paper: Paper, out: Output): string[] {
  const lines: string[] = [];
  for (const { agent, days, key, settings, isSet, trouble } of retention) {
    const because = isSet
      ? `${key} in ${paper.path(settings)}`
      : `its default; ${key} in ${paper.path(settings)} is not set`;
    const times = plural(days, 'day');
    lines.push(`${agent} deletes logs ${times} after their last change, when it starts (${because}).`);
    if (trouble !== null) lines.push(paper.warn(`${paper.path(settings)}: ${trouble}`));
    if (isSet && days === 0) lines.push(paper.warn('With 0, some of its versions keep no logs at all.'));
  }
  if (lines.length > 0 && vanishing.length === 0) lines.push('No session here is in a folder that agents clean up.');
  return [
    ...lines,
    ...paper.list(vanishing, ({ inDays, at, session, title }) => [
      inDays === 0 ? 'from now on' : `in ${plural(inDays, 'day')}`,
      dayText(at),
      out.safe(session).slice(0, 8),
      out.safe(title ?? '').slice(0, 80),
    ]),
  ];
}

export function doctorText(diagnosis: Diagnosis, out: Output, limit: number): string[] {
  const { health, attention, sqlite } = diagnosis;
  const paper = new Paper(out, limit);
  const engine =
    sqlite.version === ''
      ? `no SQLite (${sqlite.driver} cannot be loaded)`
      : `SQLite ${sqlite.version} (${sqlite.driver})`;
  paper.lines.push(`Toolscope ${diagnosis.version}, Node.js ${diagnosis.node}, ${engine}`);
  paper.section('Logs', rootLines(diagnosis, paper, out));
  paper.section('Agent versions', versionLines(diagnosis, paper, out));
  paper.section('Index', indexLines(diagnosis, paper));
  paper.section('Archive', archiveLines(diagnosis, paper));
  const { blocks } = diagnosis;
  if (blocks !== undefined) {
    const list = (paths: readonly string[]): string[] => paper.list(paths, (path) => [paper.path(path)]);
    paper.section(
      'Logs in the shared index',
      blockLines(blocks, (text) => paper.warn(text), list),
    );
  }
  if (health.files.length > 0) paper.section('Ledger', ledgerLines(diagnosis, paper));
  paper.section(
    'Problems',
    paper.list(health.problems, ({ code, count, isLine, example }) => [
      code,
      isLine ? plural(count, 'line') : `${formatCount(count)} ×`,
      paper.place(example),
    ]),
  );
  paper.section('Not known to Toolscope yet (kept, counted, shown as they are)', driftLines(diagnosis, paper, out));
  paper.section('Results that only general rules explain', unclassedLines(diagnosis, paper, out));
  paper.section('Hooks', healthLines(diagnosis.hooks, out));
  if (health.files.length > 0) paper.section('Logs due to be deleted', retentionLines(diagnosis, paper, out));
  const verdict =
    attention.length === 0
      ? out.paint('green', 'All is well.')
      : paper.warn(`Needs attention: ${attention.join('; ')}.`);
  return [...paper.lines, '', verdict];
}
