// How well a library was read: ledgers added up, problems and unknown things counted, with one place for each. From the index, or
// from the logs themselves if there is no index.

import { addsUp, emptyLedger, ignoredLines, mergeLedger, problemLines } from '../model/ledger.ts';
import type { Severity } from '../model/problem.ts';
import { pathOfSource, type Session } from '../model/session.ts';
import { readSessions } from '../reading/many-sessions/read-library.ts';
import type { Discovered } from '../sources/discover.ts';
import { locateUnrecognised } from '../sources/locate-unrecognised.ts';
import type {
  FoundLog,
  IndexedFile,
  LedgerTotals,
  PlacedProblem,
  UndefinedTool,
  UnknownLines,
  VersionSeen,
} from '../store/questions/health.ts';
import type { Questions } from '../store/questions.ts';
import { generic } from '../tools/generic/generic.ts';

/** A line of a log. */
export interface LogLine {
  readonly file: string;
  readonly line: number;
}

export interface ProblemCount {
  readonly code: string;
  readonly count: number;
  /** Lines that could not be read, or not completely: the ledger counts them. */
  readonly isLine: boolean;
  readonly severity: Severity;
  readonly message: string;
  readonly example: LogLine | null;
}

/** A type of record or of content that no rule covers. */
export interface UnknownRecord {
  readonly agent: string;
  readonly what: string;
  readonly count: number;
  readonly files: number;
  readonly example: LogLine | null;
}

export interface LibraryHealth {
  readonly files: readonly Omit<IndexedFile, 'ledger'>[];
  readonly ledger: {
    readonly lines: number;
    readonly observed: number;
    readonly ignored: number;
    readonly problems: number;
    readonly addsUp: boolean;
    /** Files whose ledger does not add up. */
    readonly wrong: readonly string[];
  };
  readonly problems: readonly ProblemCount[];
  /** Remarks on lines that were read all the same. */
  readonly remarks: Readonly<Record<string, number>>;
  readonly unknownRecords: readonly UnknownRecord[];
  readonly undefinedTools: readonly UndefinedTool[];
  readonly versions: readonly VersionSeen[];
}

interface Unknown {
  readonly agent: string;
  readonly what: string;
  count: number;
  files: number;
  /** The smallest existing file that holds one. */
  where: FoundLog | undefined;
}

class HealthCount {
  readonly files: Omit<IndexedFile, 'ledger'>[] = [];
  readonly #total = emptyLedger();
  readonly #wrong: string[] = [];
  readonly #unknown = new Map<string, Unknown>();
  readonly #problems = new Map<
    string,
    { count: number; severity: Severity; message: string; example: LogLine | null }
  >();

  file(file: IndexedFile): void {
    const { ledger, ...rest } = file;
    this.files.push(rest);
    mergeLedger(this.#total, ledger);
    if (!addsUp(ledger)) this.#wrong.push(file.path);
    for (const [what, lines] of ledger.unknown) {
      const key = `${file.agent} ${what}`;
      const known = this.#unknown.get(key) ?? { agent: file.agent, what, count: 0, files: 0, where: undefined };
      this.#unknown.set(key, known);
      known.count += lines;
      known.files++;
      if (!file.isGone && (known.where === undefined || file.bytes < known.where.bytes)) known.where = file;
    }
  }

  /** Takes stored sums instead of going file by file. */
  async totals(
    { total, wrong, unknown }: LedgerTotals,
    example: (unknown: UnknownLines) => Promise<FoundLog | undefined>,
  ): Promise<void> {
    mergeLedger(this.#total, total);
    this.#wrong.push(...wrong);
    for (const one of unknown) {
      const { agent, what, lines, files } = one;
      this.#unknown.set(`${agent} ${what}`, { agent, what, count: lines, files, where: await example(one) });
    }
  }

  problem({ problem, file }: PlacedProblem): void {
    const { code, severity, message, ref } = problem;
    const known = this.#problems.get(code) ?? { count: 0, severity, message, example: null };
    this.#problems.set(code, known);
    known.count++;
    if (ref !== null && file !== '') known.example ??= { file, line: ref.line };
  }

  async done(tools: readonly UndefinedTool[], versions: readonly VersionSeen[]): Promise<Omit<LibraryHealth, 'files'>> {
    const total = this.#total;
    return {
      ledger: {
        lines: total.lines,
        observed: total.observed,
        ignored: ignoredLines(total),
        problems: problemLines(total),
        addsUp: addsUp(total) && this.#wrong.length === 0,
        wrong: this.#wrong,
      },
      problems: this.#problemCounts(),
      remarks: Object.fromEntries(total.findings),
      unknownRecords: await this.#unknownRecords(),
      undefinedTools: tools,
      versions,
    };
  }

  /** The ledgers count every line; the problems stored with sessions and calls add the other codes, and examples. */
  #problemCounts(): ProblemCount[] {
    const counts: ProblemCount[] = [...this.#total.problems].map(([code, count]) => {
      const told = this.#problems.get(code);
      const { severity = 'error', message = '', example = null } = told ?? {};
      return { code, count, isLine: true, severity, message, example };
    });
    for (const [code, told] of this.#problems) {
      if (!this.#total.problems.has(code)) counts.push({ code, isLine: false, ...told });
    }
    return counts.sort(
      (a, b) => Number(b.isLine) - Number(a.isLine) || b.count - a.count || (a.code < b.code ? -1 : 1),
    );
  }

  async #unknownRecords(): Promise<UnknownRecord[]> {
    const unknown = [...this.#unknown.values()].sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
    const byFile = new Map<string, { readonly file: FoundLog; readonly wanted: string[] }>();
    for (const { where, what } of unknown) {
      if (where === undefined) continue;
      const known = byFile.get(where.path) ?? { file: where, wanted: [] };
      byFile.set(where.path, known);
      known.wanted.push(what);
    }
    const places = new Map<string, LogLine>();
    for (const { file, wanted } of byFile.values()) {
      for (const [what, line] of await locateUnrecognised(file, wanted)) {
        places.set(`${file.agent} ${what}`, { file: file.path, line });
      }
    }
    return unknown.map(({ agent, what, count, files }) => {
      return { agent, what, count, files, example: places.get(`${agent} ${what}`) ?? null };
    });
  }
}

export async function healthFromIndex({ health }: Questions, places: readonly string[]): Promise<LibraryHealth> {
  const count = new HealthCount();
  for await (const files of health.files(places)) for (const file of files) count.file(file);
  return { files: count.files, ...(await finished(count, health, places)) };
}

async function finished(
  count: HealthCount,
  health: Questions['health'],
  places: readonly string[],
): Promise<Omit<LibraryHealth, 'files'>> {
  for await (const problems of health.problems(places)) for (const placed of problems) count.problem(placed);
  return count.done(await health.undefinedTools(places, generic.id), await health.versions(places));
}

/** The same without the files, from sums if the places are all there are: for very many files. */
export async function healthInSums(
  questions: Questions,
  places: readonly string[],
): Promise<Omit<LibraryHealth, 'files'>> {
  const { health } = questions;
  if (!(await health.coversAll(places))) return healthFromIndex(questions, places);
  const count = new HealthCount();
  await count.totals(await health.ledgerTotals(), (unknown) => health.unknownExample(unknown));
  return finished(count, health, places);
}

class SessionSums {
  readonly #tools = new Map<string, UndefinedTool>();
  readonly #versions = new Map<string, VersionSeen>();

  add(session: Session): void {
    const { agent, calls, fields, lastAt } = session;
    for (const { tool, toolId, bodies } of calls) {
      if (toolId !== generic.id) continue;
      const known = this.#tools.get(`${agent} ${tool}`);
      const example = known?.example ?? { file: pathOfSource(session, bodies.input.source), line: bodies.input.line };
      this.#tools.set(`${agent} ${tool}`, { agent, tool, calls: (known?.calls ?? 0) + 1, example });
    }
    const { version } = fields;
    if (version === undefined) return;
    const seen = this.#versions.get(`${agent} ${version}`);
    const latest = Math.max(seen?.lastAt ?? Number.NEGATIVE_INFINITY, lastAt ?? Number.NEGATIVE_INFINITY);
    this.#versions.set(`${agent} ${version}`, {
      agent,
      version,
      sessions: (seen?.sessions ?? 0) + 1,
      lastAt: Number.isFinite(latest) ? latest : null,
    });
  }

  tools(): UndefinedTool[] {
    return [...this.#tools.values()].sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
  }

  versions(): VersionSeen[] {
    return [...this.#versions.values()].sort((a, b) =>
      a.agent === b.agent ? (b.lastAt ?? 0) - (a.lastAt ?? 0) : a.agent < b.agent ? -1 : 1,
    );
  }
}

/** The same, read from the logs: takes as long as reading them does. */
export async function healthByReading(found: Discovered): Promise<LibraryHealth> {
  const count = new HealthCount();
  const sums = new SessionSums();
  const modified = new Map(found.logs.map(({ path, modifiedAt }) => [path, modifiedAt]));
  for await (const session of readSessions(found)) {
    sums.add(session);
    for (const { path, thread, bytes, ledger } of session.sources) {
      const modifiedAt = modified.get(path) ?? 0;
      count.file({ agent: session.agent, session: session.id, thread, path, bytes, modifiedAt, isGone: false, ledger });
    }
    const problems = [
      ...session.problems,
      ...session.calls.flatMap((call) =>
        call.problems.map((problem) => ({ ...problem, ref: problem.ref ?? call.bodies.input })),
      ),
    ];
    for (const problem of problems) {
      count.problem({ problem, file: problem.ref === null ? '' : pathOfSource(session, problem.ref.source) });
    }
  }
  return { files: count.files, ...(await count.done(sums.tools(), sums.versions())) };
}
