// A session that is being read: its files go line by line through its format into a fold, and every line is counted in a ledger.
// Reading can continue where it stopped, and reports which calls changed.

import type { JsonObject } from '../base/json.ts';
import type { ByteLine } from '../base/lines.ts';
import type { Format, LineReader } from '../formats/format.ts';
import { formatOfFile } from '../formats/registry.ts';
import type { FoldState } from '../lifecycle/fold-state.ts';
import type { NoiseState } from '../lifecycle/noise-lines.ts';
import { type Projection, type ProjectionContext, project } from '../lifecycle/project.ts';
import { projectParts } from '../lifecycle/project-parts.ts';
import { type FoldOptions, SessionFold } from '../lifecycle/reduce.ts';
import type { LeafTitle } from '../model/leaf-titles.ts';
import { count, emptyLedger, type Ledger } from '../model/ledger.ts';
import { logsEnds } from '../model/log-coverage.ts';
import type { Observation, ThreadId } from '../model/observation.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Reading } from '../model/reading.ts';
import { FIRST_SIDE_SOURCE, type Message, type Session, type Source } from '../model/session.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { Interpretations } from '../parse/interpretations.ts';
import { isTakenAgain } from '../parse/taken-again.ts';
import { BodyReader } from '../sources/body-reader.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { parseLine } from '../sources/json-lines/parse-line.ts';
import type { LinesRead, ReadLinesOptions } from '../sources/json-lines/read-lines.ts';
import { readRecords } from '../sources/json-lines/read-records.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import { isSilent } from './live-window.ts';
import { messageText } from './message-text.ts';

/** Problems kept in full; the ledgers count all of them. */
const KEPT_PROBLEMS = 50;

const ORPHANED = problem(
  'parent-log-missing',
  'It was forked from a session whose log is not there: what it copied of it is shown, and not counted.',
  { severity: 'info' },
);

interface OpenSource {
  readonly path: string;
  readonly thread: ThreadId;
  readonly format: Format;
  readonly reader: LineReader;
  readonly ledger: Ledger;
  position: { offset: number; line: number };
  bytes: number;
}

/** A session's memory as plain data: what a later process needs to continue where this one stopped. */
export interface ReadingState {
  readonly fold: FoldState;
  readonly sources: readonly {
    readonly path: string;
    readonly thread: ThreadId;
    readonly reader: unknown;
    readonly ledger: Ledger;
    readonly position: { readonly offset: number; readonly line: number };
    readonly bytes: number;
  }[];
  readonly sidePaths: readonly string[];
  readonly isOrphan: boolean;
  readonly problems: readonly Problem[];
  readonly noise: NoiseState;
}

export type LiveOptions = FoldOptions & {
  /** How its logs are opened, if not from the disk. */
  readonly open?: LogOpener;
  /** Parse every line whole, as when the scanner cannot run. */
  readonly portable?: boolean;
  /** The log of the session it was forked from is missing. */
  readonly isOrphan?: boolean;
};

export class LiveSession {
  readonly format: Format;
  readonly id: string;
  readonly fold: SessionFold;
  readonly #sources: OpenSource[] = [];
  readonly #sidePaths: string[] = [];
  readonly #paths: string[] = [];
  readonly #bodies: BodyReader;
  readonly #interpretations: Interpretations;
  readonly #problems: Problem[] = [];
  readonly #portable: boolean;
  readonly #isOrphan: boolean;
  readonly #open: LogOpener;

  constructor(format: Format, id: string, options: LiveOptions, state?: ReadingState) {
    this.format = format;
    this.id = id;
    this.fold = new SessionFold(options, state?.fold);
    const isOrphan = state?.isOrphan ?? options.isOrphan === true;
    for (const [source, { path, thread, reader, ledger, position, bytes }] of (state?.sources ?? []).entries()) {
      const own = formatOfFile(path, format);
      const opened = own.open({ path, source, session: id, thread, isOrphan }, reader);
      this.#sources.push({ path, thread, format: own, reader: opened, ledger, position: { ...position }, bytes });
      this.#paths[source] = path;
    }
    this.#sidePaths.push(...(state?.sidePaths ?? []));
    this.#problems.push(...(state?.problems ?? []));
    this.#portable = options.portable === true;
    this.#isOrphan = isOrphan;
    this.#open = options.open ?? openLog;
    this.#bodies = new BodyReader(this.#paths, this.#open);
    this.#interpretations = new Interpretations(format, this.#bodies, state?.noise);
  }

  /** Shares its parts with the session: serialize it before the session continues. */
  save(): ReadingState {
    return {
      fold: this.fold.save(),
      sources: this.#sources.map(({ reader, format: _, ...rest }) => ({ ...rest, reader: reader.state() })),
      sidePaths: this.#sidePaths,
      isOrphan: this.#isOrphan,
      problems: this.#problems,
      noise: this.#interpretations.saveNoise(),
    };
  }

  /** Adds a file. Its number orders the session's lines, so main files come first. */
  addSource(path: string, thread: ThreadId): number {
    const source = this.#sources.length;
    const format = formatOfFile(path, this.format);
    const reader = format.open({ path, source, session: this.id, thread, isOrphan: this.#isOrphan });
    const position = { offset: 0, line: 1 };
    this.#sources.push({ path, thread, format, reader, ledger: emptyLedger(), position, bytes: 0 });
    this.#paths[source] = path;
    return source;
  }

  /** Continues where the last reading stopped. With `isWhole`, a last line without \n counts too. Returns the bytes read. */
  async readOn(source: number, options: { isWhole: boolean }): Promise<number> {
    const open = this.#sources[source];
    if (open === undefined) return 0;
    const { position, bytes } = await this.#read(source, open, { partial: options.isWhole });
    open.bytes += bytes;
    open.position = position;
    return bytes;
  }

  /** Reads about this many more bytes, whole lines only. Returns the bytes of these lines; 0 at the end. */
  async readSome(source: number, maxBytes: number): Promise<number> {
    const open = this.#sources[source];
    if (open === undefined) return 0;
    const start = open.position;
    let taken = 0;
    const account = (length: number): void => {
      taken += length + 1;
    };
    const { position } = await this.#read(source, open, { stop: () => taken >= maxBytes }, account);
    open.bytes += position.offset - start.offset;
    open.position = position;
    return position.offset - start.offset;
  }

  /** Continues where the last reading stopped; `account` is called with the length of each line. */
  #read(
    source: number,
    open: OpenSource,
    options: Pick<ReadLinesOptions, 'partial' | 'stop'>,
    account?: (length: number) => void,
  ): Promise<LinesRead> {
    const { reader, ledger } = open;
    const sink = {
      record: (record: JsonObject, offset: number, length: number, line: number, isCut: boolean): void => {
        account?.(length);
        const ref: LineRef = { source, line, offset, length };
        ledger.lines++;
        this.#enter(this.#take(reader.read(record, ref), ref, ledger, isCut), ref, ledger);
      },
      line: (line: ByteLine): void => {
        account?.(line.length);
        this.#line(line, source, open);
      },
    };
    // What was read before the disk failed is not read again when it recovers.
    const onBroken = (position: LinesRead['position']): void => {
      open.bytes += position.offset - open.position.offset;
      open.position = { offset: position.offset, line: position.line };
    };
    const from = { start: open.position, open: this.#open, portable: this.#portable, onBroken };
    return readRecords(open.path, open.format, sink, { ...options, ...from });
  }

  /** A side file that cannot be read is one of the session's files all the same. */
  addSide(path: string): void {
    if (!this.#sidePaths.includes(path)) this.#sidePaths.push(path);
  }

  /** A small JSON file beside the session. */
  side(path: string, what: string, value: unknown): void {
    const source = FIRST_SIDE_SOURCE + this.#sidePaths.push(path) - 1;
    const file = { path, source, session: this.id, thread: 'main' };
    for (const observation of this.format.readSide(file, what, value)) this.#apply(observation);
  }

  note(trouble: Problem): void {
    if (this.#problems.length < KEPT_PROBLEMS) this.#problems.push(trouble);
  }

  /** A file can be read again: drops the problem noted about it. */
  forget(code: string, path: string): void {
    const at = this.#problems.findIndex((noted) => noted.code === code && noted.params['path'] === path);
    if (at !== -1) this.#problems.splice(at, 1);
  }

  isLive(now: number, modifiedAt: number): boolean {
    const { heard, lastAt } = this.fold;
    return !heard.hasEnded(lastAt) && !isSilent(lastAt, now, () => modifiedAt);
  }

  /**
   * The calls that may have changed since the last time, and the threads and usage as they are now. `also` names calls to look at
   * again because the session fell silent or became active: that changes what a missing result means.
   */
  changes(live: boolean, also: readonly string[] = []): Projection {
    const changed = this.fold.takeChanged();
    if (changed === 'all') {
      this.#interpretations.takeReread();
      return this.#projected(live, changed);
    }
    const selection = new Set([...changed, ...also]);
    for (;;) {
      for (const callId of this.#interpretations.takeReread()) selection.add(callId);
      const projection = this.#projected(live, selection);
      const reread = this.#interpretations.takeReread();
      // Noise found while calls are projected affects others, both among them and elsewhere.
      if (reread.size === 0) return projection;
      for (const callId of reread) selection.add(callId);
    }
  }

  #projected(live: boolean, selection: ReadonlySet<string> | 'all'): Projection {
    const projection = project(this.fold, this.#context(live), selection);
    this.#interpretations.forget();
    return projection;
  }

  /** How far each file was read, and its ledger so far. */
  get sources(): readonly Omit<ReadingState['sources'][number], 'reader'>[] {
    return this.#sources;
  }

  get sideFiles(): readonly string[] {
    return this.#sidePaths;
  }

  /** Problems of the log that belong to no call: results without a call come with the projection. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** The whole session as it is now. `last` moves its calls out: the session cannot be read further. */
  snapshot(live: boolean, which: 'last' | 'all' = 'all', leafTitles?: readonly LeafTitle[]): Session {
    const { fold } = this;
    const projection = project(fold, this.#context(live), which);
    const sources = this.#sources.map(
      ({ path, thread, bytes, ledger }): Source => ({ path, thread, bytes, ledger, calls: 0 }),
    );
    countCalls(projection.calls, sources);
    return {
      agent: this.format.agent,
      id: this.id,
      fields: fold.fieldsWith(leafTitles),
      startedAt: fold.startedAt,
      lastAt: fold.lastAt,
      live,
      threads: projection.threads,
      calls: projection.calls,
      messages: fold.messages.toSorted((a, b) => compareRefs(a.ref, b.ref)),
      compactions: fold.compactions,
      hooks: fold.hooks,
      ...(fold.heard.words.length === 0 ? {} : { heard: fold.heard.words }),
      usage: projection.usage,
      requests: [...fold.usage.requests()].map(({ num: _, ...request }) => request),
      sources,
      sideFiles: this.#sidePaths,
      problems: [...this.#problems, ...projection.problems],
    };
  }

  /** The calls alone, in batches and in file order. Consumes the session: it cannot be read further. */
  lastCalls(live: boolean): Generator<readonly ToolCall[]> {
    return projectParts(this.fold, this.#context(live));
  }

  /** The whole text of a message; null when the log no longer has it. */
  textOf(message: Message): string | null {
    const { text, isWhole } = messageText(this.#bodies, message);
    return isWhole ? text : null;
  }

  close(): void {
    this.#bodies.close();
  }

  pathOf(source: number): string {
    return this.#paths[source] ?? this.#sidePaths[source - FIRST_SIDE_SOURCE] ?? '';
  }

  #context(live: boolean): ProjectionContext {
    return {
      agent: this.format.agent,
      session: this.id,
      live,
      namesMessages: this.format.namesMessages === true,
      hasOwnIds: this.format.callIds === undefined,
      isEndLogged: logsEnds(this.format.logs),
      pathOf: (source) => this.pathOf(source),
      interpret: (facts, pair, supplement) => this.#interpretations.of(facts, pair, supplement),
      failureAtEnd: (request, end) => this.#interpretations.failureAtEnd(request, end),
      mayVisit: (callId) => this.#interpretations.mayVisit(callId),
      letGo: (callId) => this.#interpretations.letGo(callId),
    };
  }

  #line(line: ByteLine, source: number, { reader, ledger }: OpenSource): void {
    ledger.lines++;
    const parsed = parseLine(line, source);
    for (const finding of parsed.findings) count(ledger.findings, finding);
    let verdict: Reading | undefined;
    for (const { record, ref } of parsed.records) {
      const taken = this.#take(reader.read(record, ref), ref, ledger);
      // If a line holds several records, the first observed one counts for the line.
      if (verdict === undefined || verdict.kind !== 'observed') verdict = taken;
    }
    const ref: LineRef = { source, line: line.line, offset: line.offset, length: line.length };
    if (parsed.trouble?.kind === 'problem') this.#trouble(parsed.trouble, ref, ledger);
    else if (parsed.trouble !== null) count(ledger.ignored, parsed.trouble.code);
    else this.#enter(verdict, ref, ledger);
  }

  /** One line of the ledger. */
  #enter(verdict: Reading | undefined, ref: LineRef, ledger: Ledger): void {
    if (verdict === undefined || verdict.kind === 'observed') ledger.observed++;
    else if (verdict.kind === 'ignored') count(ledger.ignored, verdict.reason);
    else this.#trouble(verdict, ref, ledger);
  }

  #trouble({ code, message }: { code: string; message: string }, ref: LineRef, ledger: Ledger): void {
    count(ledger.problems, code);
    this.note(problem(code, message, { severity: 'error', ref }));
  }

  #take(reading: Reading, ref: LineRef, ledger: Ledger, isCut = false): Reading {
    if (reading.kind === 'problem') return reading;
    const isNew = reading.node === null || this.fold.place(reading.node, ref);
    if (reading.kind === 'ignored') return reading;
    if (reading.findings !== undefined) for (const finding of reading.findings) count(ledger.findings, finding);
    const { node } = reading;
    const isAgain = !isNew && node !== null && this.fold.tree.sourceOf(node.id) === ref.source;
    if (this.#isOrphan) this.#noteReplay(reading.observations);
    for (const observation of reading.observations) {
      if (observation.kind === 'unrecognised') count(ledger.unknown, observation.what);
      if (isNew || isTakenAgain(observation, isAgain)) this.#apply(observation, isCut);
    }
    return isNew ? reading : { kind: 'ignored', reason: 'copy of a record', node: null };
  }

  /** Reported once, if something was copied. */
  #noteReplay(observations: readonly Observation[]): void {
    const isCopied = observations.some((observation) => 'replayed' in observation && observation.replayed === true);
    if (isCopied && !this.#problems.some(({ code }) => code === ORPHANED.code)) this.#problems.unshift(ORPHANED);
  }

  #apply(observation: Observation, isCut = false): void {
    this.fold.apply(observation);
    this.#interpretations.see(observation, isCut);
  }
}

/** A call belongs to the file that contains its request. */
function countCalls(calls: readonly ToolCall[], sources: readonly Source[]): void {
  for (let i = 0; i < calls.length; i++) {
    const home = sources[calls[i]?.bodies.input.source ?? -1];
    if (home !== undefined) home.calls++;
  }
}
