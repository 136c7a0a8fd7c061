// `toolscope inspect`: reads files and folders directly, without an index.

import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatCount, plural } from '../../base/units.ts';
import { emptyLedger, ignoredLines, type Ledger, mergeLedger, problemLines } from '../../model/ledger.ts';
import { type LedgerRecord, ledgerRecord } from '../../model/ledger-record.ts';
import { recoveriesIn } from '../../model/recoveries.ts';
import type { Session } from '../../model/session.ts';
import { CallFilter } from '../../reading/filter-session.ts';
import { groupSessions } from '../../reading/group-sessions.ts';
import { LIVE_WINDOW_MS } from '../../reading/live-window.ts';
import { callLines } from '../../reading/many-sessions/family-product.ts';
import { growLessFor } from '../../reading/many-sessions/grow-less.ts';
import { inlineLess } from '../../reading/many-sessions/inline-less.ts';
import { loadOf, sessionBytes } from '../../reading/many-sessions/load.ts';
import { type FoundLogs, findLogs, readCallLines, readSessions } from '../../reading/many-sessions/read-library.ts';
import { callsOf } from '../../reading/read-family.ts';
import type { Discovered } from '../../sources/discover.ts';
import { readUnclaimed } from '../../sources/read-unclaimed.ts';
import { CallTable, Totals } from '../call-table.ts';
import type { Invocation } from '../command.ts';
import { CoverageCount, coverageLines } from '../coverage.ts';
import { readFilter } from '../filter-from.ts';
import { ProgressLine } from '../progress-line.ts';
import { spoolInput } from '../spool-input.ts';
import { useConfigFor } from '../use-config.ts';

/** The filter of the command line, or none. */
function filterOf({ options }: Invocation): CallFilter | undefined {
  const text = options['filter'];
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  return new CallFilter(readFilter(text));
}

/** Logs to read, and the time they are read at: the present, unless nothing more can be written to them. */
interface Found extends FoundLogs {
  readonly now?: number;
}

interface Reading {
  readonly filter?: CallFilter | undefined;
  /** Each session is printed as it is read: on a terminal that is progress enough. */
  readonly printsEach: boolean;
}

function nowOf({ now }: Found): { readonly now?: number } {
  return now === undefined ? {} : { now };
}

function startReading(found: Discovered): { progress: ProgressLine; onFile: (path: string, bytes: number) => void } {
  const bytes = found.logs.reduce((total, log) => total + log.bytes, 0);
  const progress = new ProgressLine(process.stderr, { files: found.logs.length, bytes });
  return { progress, onFile: (_, read) => progress.file(read) };
}

/** Every session, and all of it where a filter selected some of its calls. */
async function* sessionsOf(
  found: Found,
  { filter, printsEach }: Reading,
): AsyncGenerator<{ session: Session; whole: Session }> {
  const { progress, onFile } = startReading(found);
  try {
    for await (const whole of readSessions(found, { messages: false, onFile, ...nowOf(found) })) {
      const session = filter === undefined ? whole : filter.apply(whole);
      if (session !== whole && session.calls.length === 0) continue;
      if (printsEach && process.stdout.isTTY) progress.done();
      yield { session, whole };
    }
  } finally {
    progress.done();
  }
}

/** Regular expressions have a time budget: calls that were not checked are reported, never dropped silently. */
function tellUndecided(filter: CallFilter | undefined, { out }: Invocation): void {
  if (filter !== undefined && filter.undecided > 0) {
    out.note(`${plural(filter.undecided, 'call')} could not be checked: the regular expression took too long.`);
  }
}

/** All calls: lines are made on the thread that read them, and written as they come. */
async function printAllJson({ out }: Invocation, found: Found): Promise<void> {
  const { progress, onFile } = startReading(found);
  try {
    for await (const lines of readCallLines(found, { onFile, ...nowOf(found) })) {
      if (process.stdout.isTTY) progress.done();
      await out.bytes(lines);
    }
  } finally {
    progress.done();
  }
}

async function printJson(invocation: Invocation, found: Found): Promise<void> {
  const filter = filterOf(invocation);
  if (filter === undefined) return printAllJson(invocation, found);
  for await (const { session } of sessionsOf(found, { filter, printsEach: true })) {
    for (const lines of callLines(callsOf(session))) await invocation.out.bytes(lines);
  }
  tellUndecided(filter, invocation);
}

async function* ledgers(found: Found): AsyncGenerator<{ record: LedgerRecord; ledger: Ledger }> {
  for await (const { session } of sessionsOf(found, { printsEach: true })) {
    for (const source of session.sources) {
      const file = { path: source.path, agent: session.agent, session: session.id, calls: source.calls };
      yield { record: ledgerRecord(file, source.ledger), ledger: source.ledger };
    }
  }
  for (const { path } of found.unclaimed) {
    const ledger = await readUnclaimed(path);
    yield { record: ledgerRecord({ path, agent: null, session: null, calls: 0 }, ledger), ledger };
  }
}

function breakdown(table: ReadonlyMap<string, number>): string {
  return [...table]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, n]) => `${reason} (${formatCount(n)})`)
    .join(', ');
}

/** The ledger's totals in words. */
function accounts(ledger: Ledger): string {
  const ignored = formatCount(ignoredLines(ledger));
  const problems = plural(problemLines(ledger), 'problem');
  return `${plural(ledger.lines, 'line')} = ${formatCount(ledger.observed)} observed + ${ignored} ignored + ${problems}`;
}

async function printLedger({ out }: Invocation, found: Found): Promise<void> {
  const total = emptyLedger();
  let files = 0;
  let calls = 0;
  for await (const { record, ledger } of ledgers(found)) {
    files++;
    calls += record.calls;
    mergeLedger(total, ledger);
    const sum = accounts(ledger);
    await out.line(`${out.safe(record.file)}`);
    await out.line(
      `  ${record.addsUp ? sum : out.paint('red', `${sum}: does not add up`)}  (${plural(record.calls, 'call')})`,
    );
    if (ledger.ignored.size > 0) await out.line(out.paint('dim', `  ignored: ${out.safe(breakdown(ledger.ignored))}`));
    if (ledger.problems.size > 0)
      await out.line(out.paint('yellow', `  problems: ${out.safe(breakdown(ledger.problems))}`));
    if (ledger.unknown.size > 0)
      await out.line(out.paint('yellow', `  not known yet: ${out.safe(breakdown(ledger.unknown))}`));
    if (ledger.findings.size > 0)
      await out.line(out.paint('dim', `  noticed: ${out.safe(breakdown(ledger.findings))}`));
  }
  await out.line('');
  await out.line(`${plural(files, 'file')}, ${accounts(total)}, ${plural(calls, 'call')}`);
}

async function printTable(invocation: Invocation, found: Found): Promise<void> {
  const { out } = invocation;
  const table = new CallTable(out);
  const totals = new Totals();
  const filter = filterOf(invocation);
  for await (const { session, whole } of sessionsOf(found, { filter, printsEach: true })) {
    // What followed a failure depends on all calls, not only on the matching ones.
    const recoveries = recoveriesIn(whole.calls);
    totals.add(session, recoveries);
    await table.session(session, recoveries);
  }
  for (const { path } of found.unclaimed)
    out.note(`${out.safe(path)}: no agent known to Toolscope wrote this file; left out.`);
  for (const line of totals.lines(out)) await out.line(line);
  tellUndecided(filter, invocation);
}

async function printCoverage({ out, options }: Invocation, found: Found): Promise<void> {
  const coverage = new CoverageCount();
  for await (const { session } of sessionsOf(found, { printsEach: false })) {
    for (const call of session.calls) coverage.add(call);
  }
  if (options['json'] === true) for (const row of coverage.rows()) await out.line(terminalJson(row));
  else for (const line of coverageLines(coverage, out)) await out.line(line);
}

function checkFound(found: Discovered, paths: readonly string[]): void {
  if (found.logs.length > 0 || found.sides.length > 0) return;
  const place = paths.join(', ');
  const [closed] = found.unreadable;
  if (closed !== undefined && found.unclaimed.length === 0) {
    throw new AppError('path-unreadable', `${closed.path} cannot be read (${closed.reason}).`, {
      hint: 'Check its read permissions.',
    });
  }
  const [first] = found.unclaimed;
  if (first === undefined) {
    throw new AppError('no-logs', `No session logs in ${place}.`, {
      hint: 'See docs/agents.md for the agents whose logs it reads.',
    });
  }
  const what = place === '-' ? 'Standard input' : first.path;
  throw new AppError('not-a-log', `${what} is not a session log of an agent Toolscope knows.`, {
    hint: 'See docs/agents.md for those it knows. --ledger counts its lines all the same.',
  });
}

/** Prints the requested output. */
async function tell(invocation: Invocation, found: Found): Promise<void> {
  const { positionals, options } = invocation;
  if (!(options['ledger'] === true && found.unclaimed.length > 0)) checkFound(found, positionals);
  for (const { path, reason } of found.unreadable) {
    invocation.out.note(`toolscope: ${path} cannot be read (${reason}); left out.`);
  }
  if (options['ledger'] === true) {
    if (options['json'] === true)
      for await (const { record } of ledgers(found)) await invocation.out.line(terminalJson(record));
    else await printLedger(invocation, found);
  } else if (options['coverage'] === true) await printCoverage(invocation, found);
  else if (options['json'] === true) await printJson(invocation, found);
  else await printTable(invocation, found);
}

export async function inspectLogs(invocation: Invocation): Promise<number> {
  await useConfigFor(invocation.out);
  const { positionals, options } = invocation;
  if (positionals.length === 0) {
    throw new AppError('bad-usage', 'inspect needs a file or a folder.', { hint: 'See toolscope inspect --help.' });
  }
  if (options['ledger'] === true && options['coverage'] === true) {
    throw new AppError('bad-usage', '--ledger and --coverage cannot be combined.', {
      hint: 'Choose one of them.',
    });
  }
  // An invalid filter is reported before a long read.
  if (filterOf(invocation) !== undefined && (options['ledger'] === true || options['coverage'] === true)) {
    throw new AppError('bad-usage', '--filter selects calls; --ledger and --coverage always cover all of them.');
  }
  inlineLess();
  const spooled = positionals.includes('-') ? await spoolInput() : undefined;
  try {
    return await inspectPaths(invocation, spooled?.path);
  } finally {
    spooled?.remove();
  }
}

/** `input`: a file with the content of standard input, if that is one of the places. */
async function inspectPaths(invocation: Invocation, input: string | undefined): Promise<number> {
  const paths = invocation.positionals.map((path) => (path === '-' && input !== undefined ? input : path));
  const logs = await findLogs(paths);
  // Standard input has ended: no call in it is still running.
  const isOver = input !== undefined && paths.every((path) => path === input);
  const found: Found = { ...logs, ...(isOver ? { now: Date.now() + LIVE_WINDOW_MS } : {}) };
  growLessFor(loadOf(groupSessions(found).map(sessionBytes)).largestBytes);
  try {
    await tell(invocation, found);
    return 0;
  } finally {
    await logs.threads.stop();
  }
}
