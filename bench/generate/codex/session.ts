// One rollout while it is written: the line envelope, the session's facts, counts and running processes.

import type { LineSink } from '../outlet.ts';
import { Rng } from '../rng.ts';
import { Clock, DAY_MS, iso, type SessionRequest } from '../session-request.ts';
import { type CallTruth, Tally, type TruthStatus } from '../truth.ts';
import { branchName, projectName } from '../words.ts';
import { type CodexDialect, codexDialectOf, pickCodexVersion } from './dialect.ts';

/** What a fork begins with. */
export interface CodexHistory {
  readonly threadId: string;
  readonly version: string;
  readonly cwd: string;
  readonly lines: readonly string[];
  readonly calls: number;
  readonly results: number;
  readonly selfContained: number;
  readonly endMs: number;
}

/** A subagent's place: the thread that started it. */
export interface CodexParent {
  readonly threadId: string;
  readonly version: string;
  readonly cwd: string;
  readonly startMs: number;
  readonly path: string;
}

/** A process or script that outlived the call that started it. */
export interface RunningWork {
  readonly handle: string;
  readonly call: CallTruth;
  /** Polls that will find it still running. */
  pollsLeft: number;
  readonly exitCode: number;
}

const PROJECT_COUNT = 16;
const STAMP_LENGTH = '{"timestamp":"2026-01-01T00:00:00.000Z"'.length;

export class CodexSession {
  readonly request: SessionRequest;
  readonly rng: Rng;
  readonly dialect: CodexDialect;
  readonly clock: Clock;
  readonly tally: Tally;
  readonly threadId: string;
  readonly cwd: string;
  readonly branch: string;
  readonly startedMs: number;
  readonly path: string;
  readonly running: RunningWork[] = [];
  /** Lines kept for a fork, or null. */
  kept: string[] | null;
  turnId: string;
  totalTokens = 0;
  agentCount = 0;
  /** Subagents that have not given their answer yet, with the calls that started them. */
  readonly agents: { readonly path: string; readonly call: CallTruth }[] = [];
  #ordinal = 0;
  readonly #sink: LineSink;
  readonly #startBytes: number;

  constructor(
    request: SessionRequest,
    options: { from: CodexHistory | null; parent: CodexParent | null; keep: boolean },
  ) {
    const { rng } = request;
    const relative = options.from ?? options.parent;
    const picked = relative === null ? pickCodexVersion(rng) : { version: relative.version, ageDays: 0 };
    this.request = request;
    this.rng = rng;
    this.dialect = codexDialectOf(picked.version);
    this.startedMs = this.#startOf(options, picked.ageDays);
    this.clock = new Clock(this.startedMs);
    this.tally = new Tally(request.detail);
    this.threadId = this.dialect.turnContext === 'never' ? rng.uuid() : rng.uuid7(this.startedMs);
    this.turnId = rng.uuid7(this.startedMs);
    this.cwd = relative?.cwd ?? `/home/dev/src/${projectName(new Rng(`codex-project-${rng.int(PROJECT_COUNT)}`))}`;
    this.branch = branchName(rng);
    this.kept = options.keep ? [] : null;
    const stamp = iso(this.startedMs);
    this.path = `sessions/${stamp.slice(0, 10).replaceAll('-', '/')}/rollout-${stamp.slice(0, 19).replaceAll(':', '-')}-${this.threadId}.jsonl`;
    this.#startBytes = request.outlet.bytes;
    this.#sink = request.outlet.open(this.path);
  }

  #startOf(options: { from: CodexHistory | null; parent: CodexParent | null }, ageDays: number): number {
    if (options.parent !== null) return options.parent.startMs;
    if (options.from !== null) return options.from.endMs + this.rng.between(60_000, DAY_MS / 10);
    return Math.floor(this.request.epochMs - ageDays * DAY_MS);
  }

  get bytesLeft(): number {
    return this.request.budgetBytes - (this.request.outlet.bytes - this.#startBytes);
  }

  get done(): boolean {
    return this.bytesLeft <= 0 || this.tally.calls - this.tally.copies >= this.request.callTarget;
  }

  line(type: string, payload: string): void {
    const ordinal = this.dialect.paginated ? `"ordinal":${this.#ordinal++},` : '';
    const json = `{"timestamp":"${iso(this.clock.now)}",${ordinal}"type":"${type}","payload":${payload}}`;
    this.kept?.push(json);
    this.#sink.line(json);
  }

  event(kind: string, fields: string): void {
    this.line('event_msg', `{"type":"${kind}"${fields === '' ? '' : `,${fields}`}}`);
  }

  /** A response item; `id` is written where the version has ids. */
  item(kind: string, fields: string, idPrefix: string): void {
    const { dialect, rng } = this;
    const id = dialect.itemIds ? `"id":"${idPrefix}_${rng.hex(50)}",` : '';
    const turn = dialect.itemIds ? `,"internal_chat_message_metadata_passthrough":{"turn_id":"${this.turnId}"}` : '';
    this.line('response_item', `{"type":"${kind}",${id}${fields}${turn}}`);
  }

  /** Another thread's lines, dated now. */
  replay(history: CodexHistory): void {
    const stamp = `{"timestamp":"${iso(this.clock.now)}"`;
    for (const line of history.lines) this.#sink.line(`${stamp}${line.slice(STAMP_LENGTH)}`);
    this.tally.copy(history.calls, history.results);
    this.tally.selfContained += history.selfContained;
  }

  settle(work: RunningWork, status: TruthStatus): void {
    this.tally.settle(work.call, status);
    this.running.splice(this.running.indexOf(work), 1);
  }

  close(): void {
    this.tally.files.push(this.#sink.close(this.clock.now));
  }
}
