// The truth about a generated library: what a parser must find in it.

export const TRUTH_STATUSES = [
  'ok',
  'error',
  'rejected',
  'denied',
  'cancelled',
  'interrupted',
  'background',
  'lost',
  'unknown',
] as const;

/**
 * How a call came out, once everything in the library is read. Background work whose end is in the log counts by that
 * end (completed: ok, failed: error, killed: interrupted); `background` is left for an end that was never written. A look
 * at such work is ok whatever it finds: the end belongs to the call that started the work. A result that says by itself
 * that it failed (`success: false`, HTTP 404) is an error though nothing marks it as one. `unknown`: the agent never writes it down.
 */
export type TruthStatus = (typeof TRUTH_STATUSES)[number];

/** Agents whose logs are modelled on thousands of real ones, and those with only their formats. */
export type AgentName = ModelledAgent | ErrandAgent;
export type ModelledAgent = 'claude-code' | 'codex';
export const ERRAND_AGENTS = [
  'copilot',
  'copilot-vscode',
  'cursor',
  'droid',
  'gemini',
  'kimi',
  'kimi-code',
  'opencode',
  'pi',
  'qwen',
] as const;
export type ErrandAgent = (typeof ERRAND_AGENTS)[number];

export interface CallTruth {
  /** Empty where the log gives the call no id. */
  readonly id: string;
  readonly tool: string;
  /** `main`, or the subagent's id. */
  readonly thread: string;
  status: TruthStatus;
}

export interface FileTruth {
  readonly path: string;
  readonly lines: number;
  readonly bytes: number;
}

export interface SessionTruth {
  readonly agent: AgentName;
  readonly id: string;
  readonly version: string;
  /** The session this one was forked from: its history begins with copies. */
  readonly forkedFrom: string | null;
  /** The session that started this one as a subagent with a file of its own. */
  readonly parent: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Transcript files, the main one first. Side files (meta, spilled output) are not lines and not listed. */
  readonly files: readonly FileTruth[];
  readonly lines: number;
  readonly bytes: number;
  /** Call records in the files, copies included. */
  readonly calls: number;
  /** Result records in the files, copies included. */
  readonly results: number;
  /** Calls that are complete in one record and have no result record (Codex web searches). */
  readonly selfContained: number;
  /** Of `calls`: copies of another session's calls. */
  readonly copies: number;
  /** Subagents started, whether inline, in files of the session, or in sessions of their own. */
  readonly subagents: number;
  /** Calls repeated inside progress records; not counted in `calls`. */
  readonly echoes: number;
  /** Work seen only as an end event inside a code-mode call; not counted in `calls`. */
  readonly nested: number;
  /** Of `nested`: work that failed. */
  readonly nestedErrors: number;
  /** Statuses of the session's own calls: they add up to `calls - copies`. */
  readonly statuses: Readonly<Record<TruthStatus, number>>;
  /** Own calls per raw tool name. */
  readonly tools: Readonly<Record<string, number>>;
  /** Own calls one by one, when asked for. */
  readonly callList?: readonly CallTruth[];
}

export interface TruthTotals {
  sessions: number;
  files: number;
  lines: number;
  bytes: number;
  sideFiles: number;
  sideBytes: number;
  calls: number;
  results: number;
  selfContained: number;
  copies: number;
  subagents: number;
  echoes: number;
  nested: number;
  nestedErrors: number;
  statuses: Record<TruthStatus, number>;
}

export interface LibraryTruth {
  readonly format: 1;
  readonly seed: string;
  readonly epoch: string;
  readonly agents: readonly AgentName[];
  readonly totals: TruthTotals;
  readonly sessions: readonly SessionTruth[];
}

export function zeroStatuses(): Record<TruthStatus, number> {
  return { ok: 0, error: 0, rejected: 0, denied: 0, cancelled: 0, interrupted: 0, background: 0, lost: 0, unknown: 0 };
}

/** Counts one session while it is written. */
export class Tally {
  calls = 0;
  results = 0;
  selfContained = 0;
  copies = 0;
  subagents = 0;
  echoes = 0;
  nested = 0;
  nestedErrors = 0;
  readonly statuses = zeroStatuses();
  readonly tools = new Map<string, number>();
  readonly files: FileTruth[] = [];
  readonly #list: CallTruth[] | null;

  constructor(detail: boolean) {
    this.#list = detail ? [] : null;
  }

  call(id: string, tool: string, thread: string, status: TruthStatus): CallTruth {
    const call: CallTruth = { id, tool, thread, status };
    this.calls++;
    this.statuses[status]++;
    this.tools.set(tool, (this.tools.get(tool) ?? 0) + 1);
    this.#list?.push(call);
    return call;
  }

  /** The end of a call was found later. */
  settle(call: CallTruth, status: TruthStatus): void {
    this.statuses[call.status]--;
    this.statuses[status]++;
    call.status = status;
  }

  nestedCall(isOk: boolean): void {
    this.nested++;
    if (!isOk) this.nestedErrors++;
  }

  copy(calls: number, results: number): void {
    this.calls += calls;
    this.copies += calls;
    this.results += results;
  }

  finish(
    facts: Pick<SessionTruth, 'agent' | 'id' | 'version' | 'forkedFrom' | 'parent' | 'startedAt' | 'endedAt'>,
  ): SessionTruth {
    return {
      ...facts,
      files: this.files,
      lines: this.files.reduce((sum, file) => sum + file.lines, 0),
      bytes: this.files.reduce((sum, file) => sum + file.bytes, 0),
      calls: this.calls,
      results: this.results,
      selfContained: this.selfContained,
      copies: this.copies,
      subagents: this.subagents,
      echoes: this.echoes,
      nested: this.nested,
      nestedErrors: this.nestedErrors,
      statuses: this.statuses,
      tools: Object.fromEntries(this.tools),
      ...(this.#list === null ? {} : { callList: this.#list }),
    };
  }
}

export function addUp(sessions: readonly SessionTruth[], side: { files: number; bytes: number }): TruthTotals {
  const totals: TruthTotals = {
    sessions: sessions.length,
    files: 0,
    lines: 0,
    bytes: 0,
    sideFiles: side.files,
    sideBytes: side.bytes,
    calls: 0,
    results: 0,
    selfContained: 0,
    copies: 0,
    subagents: 0,
    echoes: 0,
    nested: 0,
    nestedErrors: 0,
    statuses: zeroStatuses(),
  };
  for (const session of sessions) {
    totals.files += session.files.length;
    totals.lines += session.lines;
    totals.bytes += session.bytes;
    totals.calls += session.calls;
    totals.results += session.results;
    totals.selfContained += session.selfContained;
    totals.copies += session.copies;
    totals.subagents += session.subagents;
    totals.echoes += session.echoes;
    totals.nested += session.nested;
    totals.nestedErrors += session.nestedErrors;
    for (const status of TRUTH_STATUSES) totals.statuses[status] += session.statuses[status];
  }
  return totals;
}
