// Owns reading one session: its files line by line through its format, folded into calls, every line entered in a ledger.

import { readFile } from 'node:fs/promises';
import { parseJson } from '../base/json.ts';
import type { ByteLine } from '../base/lines.ts';
import type { Format, LineReader } from '../formats/format.ts';
import { project } from '../lifecycle/project.ts';
import { SessionFold } from '../lifecycle/reduce.ts';
import { count, emptyLedger, type Ledger } from '../model/ledger.ts';
import type { Observation, RecordNode } from '../model/observation.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Reading } from '../model/reading.ts';
import type { Session, Source } from '../model/session.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import { BodyReader } from './body-reader.ts';
import type { LogFile, SideFile } from './discover.ts';
import { Interpretations } from './interpretations.ts';
import { parseLine } from './parse-line.ts';
import { readLines } from './read-lines.ts';

/** The files of one session, in reading order. */
export interface SessionFiles {
  readonly agent: string;
  readonly session: string;
  readonly format: Format;
  readonly logs: readonly LogFile[];
  readonly sides: readonly SideFile[];
  readonly startedAt: number | null;
  readonly lineage: string | null;
}

export interface ReadOptions {
  /** Keep a row per spoken message. */
  readonly messages?: boolean;
  /** The present, to tell live sessions from ended ones. */
  readonly now?: number;
  /** Told after each file. */
  readonly onFile?: (path: string, bytes: number) => void;
}

/** Without a word for this long, a session counts as ended. */
export const LIVE_WINDOW_MS = 15 * 60_000;

/** Problems kept word for word per file; the ledger counts all of them. */
const KEPT_PROBLEMS = 50;

class SessionReading {
  readonly #fold: SessionFold;
  readonly #interpretations: Interpretations;
  readonly problems: Problem[] = [];

  constructor(fold: SessionFold, interpretations: Interpretations) {
    this.#fold = fold;
    this.#interpretations = interpretations;
  }

  line(line: ByteLine, source: number, reader: LineReader, ledger: Ledger): void {
    ledger.lines++;
    const parsed = parseLine(line, source);
    for (const finding of parsed.findings) count(ledger.findings, finding);
    let verdict: Reading | undefined;
    for (const { record, ref } of parsed.records) {
      const reading = reader.read(record, ref);
      const taken = this.#take(reading, ref, ledger);
      // Of several records on one line, the first that was observed speaks for the line.
      if (verdict === undefined || verdict.kind !== 'observed') verdict = taken;
    }
    if (parsed.trouble?.kind === 'problem') {
      count(ledger.problems, parsed.trouble.code);
      this.#keep(parsed.trouble.code, parsed.trouble.message, {
        source,
        line: line.line,
        offset: line.offset,
        length: line.length,
      });
    } else if (parsed.trouble !== null) count(ledger.ignored, parsed.trouble.code);
    else if (verdict === undefined || verdict.kind === 'observed') ledger.observed++;
    else if (verdict.kind === 'ignored') count(ledger.ignored, verdict.reason);
    else {
      count(ledger.problems, verdict.code);
      this.#keep(verdict.code, verdict.message, { source, line: line.line, offset: line.offset, length: line.length });
    }
  }

  #take(reading: Reading, ref: LineRef, ledger: Ledger): Reading {
    if (reading.kind === 'problem') return reading;
    const isNew = this.#place(reading.node, ref);
    if (reading.kind === 'ignored') return reading;
    for (const finding of reading.findings ?? []) count(ledger.findings, finding);
    for (const observation of reading.observations) {
      if (observation.kind === 'unrecognised') count(ledger.unknown, observation.what);
      if (isNew || isCallWord(observation)) this.apply(observation);
    }
    return isNew ? reading : { kind: 'ignored', reason: 'copy of a record', node: null };
  }

  apply(observation: Observation): void {
    this.#fold.apply(observation);
    this.#interpretations.see(observation);
  }

  #place(node: RecordNode | null, ref: LineRef): boolean {
    return node === null || this.#fold.place(node, ref);
  }

  #keep(code: string, message: string, ref: LineRef): void {
    if (this.problems.length < KEPT_PROBLEMS) this.problems.push(problem(code, message, { severity: 'error', ref }));
  }
}

/** Of a record seen before, only the call itself is noted again: as a copy. */
function isCallWord(observation: Observation): boolean {
  return observation.kind === 'call-requested' || observation.kind === 'call-resulted';
}

async function readSides(files: SessionFiles, firstSource: number, reading: SessionReading): Promise<void> {
  for (const [i, side] of files.sides.entries()) {
    const text = await readFile(side.path, 'utf8').catch(() => undefined);
    const parsed = text === undefined ? undefined : parseJson(text);
    if (parsed?.ok !== true) {
      reading.problems.push(problem('unreadable-side-file', `${side.path} is not readable as JSON.`));
      continue;
    }
    const file = { path: side.path, source: firstSource + i, session: files.session, thread: 'main' };
    for (const observation of files.format.readSide(file, side.what, parsed.value)) reading.apply(observation);
  }
}

export async function readSessionFiles(files: SessionFiles, options: ReadOptions = {}): Promise<Session> {
  const fold = new SessionFold({ messages: options.messages ?? true });
  const bodies = new BodyReader(files.logs.map(({ path }) => path));
  const interpretations = new Interpretations(files.format, bodies);
  const reading = new SessionReading(fold, interpretations);
  const sources: Source[] = [];
  try {
    for (const [source, log] of files.logs.entries()) {
      const ledger = emptyLedger();
      const reader = files.format.open({ path: log.path, source, session: files.session, thread: log.identity.thread });
      const { bytes } = await readLines(log.path, (line) => reading.line(line, source, reader, ledger), {
        partial: true,
      });
      sources.push({ path: log.path, thread: log.identity.thread, bytes, ledger, calls: 0 });
      options.onFile?.(log.path, bytes);
    }
    await readSides(files, files.logs.length, reading);

    const lastWord = fold.lastAt ?? Math.max(0, ...files.logs.map(({ modifiedAt }) => modifiedAt));
    const live = (options.now ?? Date.now()) - lastWord < LIVE_WINDOW_MS;
    const projection = project(fold, {
      agent: files.agent,
      session: files.session,
      live,
      pathOf: (source) => files.logs[source]?.path ?? files.sides[source - files.logs.length]?.path ?? '',
      interpret: (facts, pair, supplement) => interpretations.of(facts, pair, supplement),
    });
    for (const call of projection.calls) {
      const home = sources[call.bodies.input.source];
      if (home !== undefined) home.calls++;
    }
    return {
      agent: files.agent,
      id: files.session,
      fields: fold.fields,
      startedAt: fold.startedAt,
      lastAt: fold.lastAt,
      live,
      threads: projection.threads,
      calls: projection.calls,
      messages: fold.messages.sort((a, b) => compareRefs(a.ref, b.ref)),
      compactions: fold.compactions,
      hooks: fold.hooks,
      usage: projection.usage,
      sources,
      problems: [...reading.problems, ...projection.problems],
    };
  } finally {
    bodies.close();
  }
}
