// The state of one session while it is written: its facts, threads, tools, counts and open background work.

import type { LineSink } from '../outlet.ts';
import { Rng } from '../rng.ts';
import { Clock, DAY_MS, type SessionRequest } from '../session-request.ts';
import { Tally, type TruthStatus } from '../truth.ts';
import { adjective, branchName, noun, projectName, title, verb } from '../words.ts';
import { type Dialect, dialectOf, pickVersion } from './dialect.ts';
import type { OpenTask, Stage } from './play.ts';
import { type SessionFacts, ThreadWriter } from './thread-writer.ts';
import { ToolMix } from './tools.ts';

/** What a fork takes over from the session it is forked from. */
export interface History {
  readonly sessionId: string;
  readonly version: string;
  readonly cwd: string;
  readonly gitBranch: string;
  readonly title: string;
  /** Conversation records, as written. */
  readonly lines: readonly string[];
  readonly leaf: string | null;
  readonly calls: number;
  readonly results: number;
  readonly endMs: number;
}

/** Keeps the first conversation records of a session for a later fork. */
export class HistoryKeeper {
  readonly lines: string[] = [];
  readonly #limit: number;
  #size = 0;
  open = true;
  calls = 0;
  results = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  keep(json: string): void {
    if (!this.open || !json.startsWith('{"parentUuid"')) return;
    this.#size += json.length;
    this.lines.push(json);
  }

  noteCall(): void {
    if (this.open) this.calls++;
  }

  noteResult(): void {
    if (this.open) this.results++;
  }

  get full(): boolean {
    return this.#size >= this.#limit;
  }
}

const PROJECT_COUNT = 24;

/** The project a session works in: a few are reused. */
function projectOf(rng: Rng): string {
  const project = new Rng(`project-${rng.int(PROJECT_COUNT)}`);
  return `${project.chance(0.5) ? '/home/dev/work' : '/Users/dev/code'}/${projectName(project)}`;
}

export function folderOf(cwd: string): string {
  return cwd.replace(/[^A-Za-z0-9]/g, '-');
}

export class ClaudeSession {
  readonly request: SessionRequest;
  readonly rng: Rng;
  readonly dialect: Dialect;
  readonly facts: SessionFacts;
  readonly tally: Tally;
  readonly mix: ToolMix;
  readonly main: ThreadWriter;
  readonly stage: Stage;
  readonly mainPath: string;
  readonly startedMs: number;
  /** Hooks of the person's settings run on tool calls in this session. */
  readonly hooked: boolean;
  readonly bridgeId: string | null;
  readonly history: HistoryKeeper | null;
  readonly tracked = new Map<string, number>();
  title: string;
  /** Escaped, on one line. */
  lastPrompt = '';
  permissionMode: string;
  messageCount = 0;
  contextTokens = 14_000;
  readonly #sink: LineSink;
  readonly #startBytes: number;

  constructor(request: SessionRequest, options: { from: History | null; keep: HistoryKeeper | null }) {
    const { rng } = request;
    const { from } = options;
    const picked = from === null ? pickVersion(rng) : { version: from.version, ageDays: 0 };
    this.request = request;
    this.rng = rng;
    this.dialect = dialectOf(picked.version);
    this.startedMs =
      from === null
        ? Math.floor(request.epochMs - picked.ageDays * DAY_MS)
        : from.endMs + rng.between(60_000, DAY_MS / 12);
    this.facts = {
      sessionId: rng.uuid(),
      dialect: this.dialect,
      rng,
      clock: new Clock(this.startedMs),
      nickname: `${adjective(rng)}-${verb(rng)}-${noun(rng)}`,
      entrypoint: rng.chance(0.95) ? 'cli' : 'sdk-cli',
      cwd: from?.cwd ?? projectOf(rng),
      gitBranch: from?.gitBranch ?? branchName(rng),
      promptId: rng.uuid(),
    };
    this.tally = new Tally(request.detail);
    this.mix = new ToolMix(this.dialect);
    this.history = options.keep;
    this.hooked = rng.chance(this.dialect.attachments ? 0.85 : 0.6);
    this.bridgeId = this.dialect.stateRecords && rng.chance(0.5) ? `cse_01${rng.base62(22)}` : null;
    this.title = from?.title ?? title(rng);
    this.permissionMode = rng.pick([
      'default',
      'acceptEdits',
      'bypassPermissions',
      'bypassPermissions',
      'plan',
      'auto',
    ]);
    this.mainPath = `projects/${folderOf(this.facts.cwd)}/${this.facts.sessionId}.jsonl`;
    this.#startBytes = request.outlet.bytes;
    this.#sink = this.#remembering(request.outlet.open(this.mainPath));
    this.main = new ThreadWriter(this.facts, this.#sink);
    this.stage = this.makeStage(false, []);
  }

  /** Bytes written for this session, all its files together. */
  get bytes(): number {
    return this.request.outlet.bytes - this.#startBytes;
  }

  get bytesLeft(): number {
    return this.request.budgetBytes - this.bytes;
  }

  get done(): boolean {
    return this.bytesLeft <= 0 || this.tally.calls - this.tally.copies >= this.request.callTarget;
  }

  /** A folder of the session's own, for its subagents and spilled output. */
  get folder(): string {
    return this.mainPath.slice(0, -'.jsonl'.length);
  }

  makeStage(nested: boolean, openTasks: OpenTask[]): Stage {
    return {
      rng: this.rng,
      pools: this.request.pools,
      dialect: this.dialect,
      facts: this.facts,
      openTasks,
      nested,
      todos: [],
      board: [],
      settle: (task: OpenTask, status: TruthStatus): void => this.settle(task, status),
    };
  }

  settle(task: OpenTask, status: TruthStatus): void {
    this.tally.settle(task.call, status);
    const { openTasks } = this.stage;
    openTasks.splice(openTasks.indexOf(task), 1);
  }

  close(): void {
    this.tally.files.unshift(this.#sink.close(this.facts.clock.now));
  }

  #remembering(sink: LineSink): LineSink {
    const { history } = this;
    if (history === null) return sink;
    return {
      line: (json) => {
        history.keep(json);
        sink.line(json);
      },
      close: (atMs) => sink.close(atMs),
    };
  }
}
