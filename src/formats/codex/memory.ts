// What the reader remembers between lines. Plain data in and out, so that reading can stop and continue; bounded.

import { asArray, asBoolean, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { BLAMES, STATUSES, type Verdict } from '../../model/outcome.ts';
import type { LineRef } from '../../model/source.ts';
import type { Sandbox } from './session.ts';

/** The thread the file belongs to, by its own first `session_meta`. */
export interface OwnThread {
  readonly id: string;
  readonly createdMs: number | null;
  /** A fork or a subagent: lines of the parent may be in the file. */
  readonly forked: boolean;
  /** Lines with a smaller ordinal are the parent's (paginated files). */
  readonly startOrdinal: number | null;
}

export interface OpenCall {
  readonly id: string;
  readonly tool: string;
  readonly turn: string | null;
  /** When its request was written. */
  readonly at: number | null;
  /** The task that this call continues (`write_stdin`, `wait`). */
  readonly continues: string | null;
  /** Hash of the command line, to match an item that has its own id. */
  readonly command: number | null;
  /** Its sandbox. */
  readonly sandbox: Sandbox;
  /** What an end record said before the output came. */
  end: Verdict | null;
}

/** Work that continues after its call's output. */
export interface Running {
  /** `session:<n>` or `cell:<n>`; numbers are reused, so the task has its own name. */
  readonly handle: string;
  readonly task: string;
  readonly call: string;
  /** A command started inside a script: the script has its own result. */
  readonly inner: boolean;
  /** The agent typed Ctrl-C, and nothing since. */
  isStopped: boolean;
}

export interface Agent {
  readonly task: string;
  readonly thread: string | null;
  readonly path: string | null;
  readonly call: string;
}

/** A script in which other tools run. */
export interface Script {
  readonly call: string;
  readonly turn: string | null;
}

/** A self-contained call (web search, generated image) whose end came before its request. */
export interface Early {
  readonly id: string;
  readonly tool: string;
  readonly ref: LineRef;
  readonly at: number | null;
  readonly input: unknown;
  readonly pointer: string;
}

const OPEN_MAX = 256;
const RECENT_MAX = 1024;
const SPOKEN_MAX = 16;
const LIST_MAX = 64;

export class Memory {
  own: OwnThread | null = null;
  /** The file is of the format without envelope. */
  bare = false;
  replaying = false;
  lastReplayAt: number | null = null;
  /** Turns had ids in the parent's lines: then only an id ends the replay. */
  replayHasTurns = false;
  turn: string | null = null;
  model: string | null = null;
  /** The sandbox of commands. */
  sandbox: Sandbox = null;
  /** Last described value of each field of the session. */
  readonly fields = new Map<string, string>();
  readonly open = new Map<string, OpenCall>();
  /** Ids of calls that have their result, the newest last. */
  readonly recent = new Set<string>();
  /** The first call of a series that no output has interrupted. */
  group: string | null = null;
  /** By handle, the newest last. */
  readonly running = new Map<string, Running>();
  agents: Agent[] = [];
  /** By call, the newest last. */
  readonly scripts = new Map<string, Script>();
  lastScript: Script | null = null;
  early: Early[] = [];
  responseItems = false;
  reasoningContent = false;
  /** Hashes of texts that were taken from events. */
  spoken: number[] = [];
  /** Kinds of record that have reported the current compaction. */
  readonly compaction = new Set<string>();
  usageRecords = false;
  lastRollbackAt: number | null = null;

  isKnown(id: string): boolean {
    return this.open.has(id) || this.recent.has(id);
  }

  /** Unanswered calls must not pile up. */
  begin(call: OpenCall): void {
    this.open.delete(call.id);
    this.open.set(call.id, call);
    if (this.open.size <= OPEN_MAX) return;
    const oldest = this.open.keys().next().value;
    if (oldest !== undefined) this.settle(oldest);
  }

  settle(id: string): void {
    this.open.delete(id);
    this.recent.delete(id);
    this.recent.add(id);
    if (this.recent.size <= RECENT_MAX) return;
    const oldest = this.recent.values().next().value;
    if (oldest !== undefined) this.recent.delete(oldest);
  }

  /** Adds to a list that keeps only its newest members. */
  keep<Item>(list: readonly Item[], item: Item): Item[] {
    return [...list, item].slice(-LIST_MAX);
  }

  /** The same for one whose members have names; a reused name means the new one. */
  keepNamed<Item>(list: Map<string, Item>, name: string, item: Item): void {
    list.delete(name);
    list.set(name, item);
    if (list.size <= LIST_MAX) return;
    const oldest = list.keys().next().value;
    if (oldest !== undefined) list.delete(oldest);
  }

  noteSpoken(hash: number): void {
    this.spoken = [...this.spoken, hash].slice(-SPOKEN_MAX);
  }

  save(): unknown {
    const { own, bare, replaying, lastReplayAt, replayHasTurns, turn, model, sandbox, group, responseItems } = this;
    const { running, agents, scripts, lastScript, early, reasoningContent, spoken, compaction, usageRecords } = this;
    const { lastRollbackAt } = this;
    return JSON.parse(
      JSON.stringify({
        own,
        bare,
        replaying,
        lastReplayAt,
        replayHasTurns,
        turn,
        model,
        sandbox,
        fields: [...this.fields],
        open: [...this.open.values()],
        recent: [...this.recent],
        group,
        running: [...running.values()],
        agents,
        scripts: [...scripts.values()],
        lastScript,
        early,
        responseItems,
        reasoningContent,
        spoken,
        compaction: [...compaction],
        usageRecords,
        lastRollbackAt,
      }),
    );
  }

  static revive(state: unknown): Memory {
    const memory = new Memory();
    const saved = asObject(state);
    if (saved === undefined) return memory;
    memory.own = readOwn(asObject(saved['own']));
    memory.bare = saved['bare'] === true;
    memory.replaying = saved['replaying'] === true;
    memory.lastReplayAt = asNumber(saved['lastReplayAt']) ?? null;
    memory.replayHasTurns = saved['replayHasTurns'] === true;
    memory.turn = asString(saved['turn']) ?? null;
    memory.model = asString(saved['model']) ?? null;
    memory.sandbox = readSandbox(saved['sandbox']);
    for (const pair of asArray(saved['fields']) ?? []) {
      const [key, value] = asArray(pair) ?? [];
      if (typeof key === 'string' && typeof value === 'string') memory.fields.set(key, value);
    }
    for (const call of readList(saved['open'], readOpen)) memory.open.set(call.id, call);
    for (const id of readList(saved['recent'], asString)) memory.recent.add(id);
    memory.group = asString(saved['group']) ?? null;
    for (const work of readList(saved['running'], readRunning)) memory.running.set(work.handle, work);
    memory.agents = readList(saved['agents'], readAgent);
    for (const script of readList(saved['scripts'], readScript)) memory.scripts.set(script.call, script);
    memory.lastScript = readScript(saved['lastScript']) ?? null;
    memory.early = readList(saved['early'], readEarly);
    memory.responseItems = saved['responseItems'] === true;
    memory.reasoningContent = saved['reasoningContent'] === true;
    memory.spoken = readList(saved['spoken'], asNumber);
    for (const kind of readList(saved['compaction'], asString)) memory.compaction.add(kind);
    memory.usageRecords = saved['usageRecords'] === true;
    memory.lastRollbackAt = asNumber(saved['lastRollbackAt']) ?? null;
    return memory;
  }
}

function readList<Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] {
  const items: Item[] = [];
  for (const member of asArray(value) ?? []) {
    const item = read(member);
    if (item !== undefined) items.push(item);
  }
  return items;
}

function readOwn(value: JsonObject | undefined): OwnThread | null {
  const id = asName(value?.['id']);
  if (id === undefined) return null;
  return {
    id,
    createdMs: asNumber(value?.['createdMs']) ?? null,
    forked: asBoolean(value?.['forked']) ?? false,
    startOrdinal: asNumber(value?.['startOrdinal']) ?? null,
  };
}

function readVerdict(value: unknown): Verdict | null {
  const object = asObject(value);
  const status = STATUSES.find((known) => known === object?.['status']);
  if (object === undefined || status === undefined || status === 'running' || status === 'lost') return null;
  const failure = asObject(object['failure']);
  const blame = BLAMES.find((known) => known === failure?.['blame']);
  const rule = asString(object['rule']) ?? '';
  if (failure === undefined || blame === undefined) return { status, rule, failure: null };
  const code = asString(failure['code']) ?? '';
  return { status, rule, failure: { code, blame, message: asString(failure['message']) ?? '' } };
}

function readSandbox(value: unknown): Sandbox {
  return value === 'offline' || value === 'online' ? value : null;
}

function readOpen(value: unknown): OpenCall | undefined {
  const object = asObject(value);
  const id = asString(object?.['id']);
  if (object === undefined || id === undefined) return undefined;
  return {
    id,
    tool: asString(object['tool']) ?? '',
    turn: asString(object['turn']) ?? null,
    at: asNumber(object['at']) ?? null,
    continues: asString(object['continues']) ?? null,
    command: asNumber(object['command']) ?? null,
    sandbox: readSandbox(object['sandbox']),
    end: readVerdict(object['end']),
  };
}

function readRunning(value: unknown): Running | undefined {
  const object = asObject(value);
  const handle = asString(object?.['handle']);
  const task = asString(object?.['task']);
  const call = asString(object?.['call']);
  if (handle === undefined || task === undefined || call === undefined) return undefined;
  return { handle, task, call, inner: object?.['inner'] === true, isStopped: object?.['isStopped'] === true };
}

function readAgent(value: unknown): Agent | undefined {
  const object = asObject(value);
  const task = asString(object?.['task']);
  const call = asString(object?.['call']);
  if (object === undefined || task === undefined || call === undefined) return undefined;
  return { task, call, thread: asString(object['thread']) ?? null, path: asString(object['path']) ?? null };
}

function readScript(value: unknown): Script | undefined {
  const object = asObject(value);
  const call = asString(object?.['call']);
  return call === undefined ? undefined : { call, turn: asString(object?.['turn']) ?? null };
}

function readEarly(value: unknown): Early | undefined {
  const object = asObject(value);
  const id = asString(object?.['id']);
  const ref = asObject(object?.['ref']);
  if (object === undefined || id === undefined || ref === undefined) return undefined;
  const place = (key: string): number => asNumber(ref[key]) ?? 0;
  return {
    id,
    tool: asString(object['tool']) ?? '',
    ref: { source: place('source'), line: place('line'), offset: place('offset'), length: place('length') },
    at: asNumber(object['at']) ?? null,
    input: object['input'],
    pointer: asString(object['pointer']) ?? '',
  };
}
