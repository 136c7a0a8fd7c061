// The inbox line of one hook: what the agent sent, when and how it arrived, with a length limit. Loaded at every step of an agent: no
// package, nothing slow.

import { fingerprint } from '../base/hash.ts';

/** How the agent's input arrived. */
export type HookVia = 'command' | 'shell' | 'http' | 'notify';

export interface Arrival {
  readonly agent: string;
  readonly via: HookVia;
  /** Identifies an arrival that is stored twice. */
  readonly id: string;
  /** When the hook was started: epoch milliseconds, to the microsecond if the clock has them. */
  readonly at: number;
  /** Until everything had arrived. */
  readonly tookMs: number;
  readonly pid: number | null;
}

export type HookTrouble = 'not-json' | 'not-an-object' | 'no-session' | 'empty';

export type MadeLine =
  | { readonly ok: true; readonly agent: string; readonly session: string; readonly line: string }
  | { readonly ok: false; readonly trouble: HookTrouble; readonly message: string };

/** Longest stored line. The log has the whole bodies; the inbox needs what identifies and explains a call. */
export const LINE_LIMIT = 64 * 1024;
/** Longest text inside a line that had to be cut. */
const TEXT_LIMIT = 2048;
const ITEMS_LIMIT = 50;
const DEPTH_LIMIT = 8;

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value with its long texts and long lists cut. */
function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > TEXT_LIMIT ? `${value.slice(0, TEXT_LIMIT)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_LIMIT) return null;
  if (Array.isArray(value)) return value.slice(0, ITEMS_LIMIT).map((item) => shortened(item, depth + 1));
  const entries = Object.entries(value).slice(0, ITEMS_LIMIT);
  return Object.fromEntries(entries.map(([key, item]) => [key.slice(0, 200), shortened(item, depth + 1)]));
}

/** What identifies a hook: kept whatever else is cut. */
const NAMES = [
  'session_id',
  'hook_event_name',
  'tool_name',
  'tool_use_id',
  'agent_id',
  'agent_type',
  'turn_id',
  'prompt_id',
  'cwd',
  'transcript_path',
  'permission_mode',
  'duration_ms',
  'is_interrupt',
  'notification_type',
  'reason',
  'source',
  'type',
  'thread-id',
  'turn-id',
] as const;

function namesOf(input: Json): Json {
  return Object.fromEntries(NAMES.flatMap((name) => (name in input ? [[name, shortened(input[name])]] : [])));
}

interface Home {
  readonly arrival: Arrival;
  readonly session: string;
}

function compose({ arrival, session }: Home, input: Json, extra: Json): string {
  const { agent, via, id, at, tookMs, pid } = arrival;
  return JSON.stringify({ toolscope: 'hook', v: 1, id, agent, session, at, tookMs, via, pid, ...extra, input });
}

/** The line, cut in two steps if necessary; it says how long it was. */
function bounded(home: Home, input: Json, bytes: number): string {
  const whole = bytes <= LINE_LIMIT ? compose(home, input, {}) : undefined;
  if (whole !== undefined && Buffer.byteLength(whole) <= LINE_LIMIT) return whole;
  // A cut input can no longer be recognised, so its fingerprint is added.
  const print = 'tool_input' in input ? { inputPrint: fingerprint(input['tool_input']) } : {};
  const extra = { cut: { bytes }, ...print };
  const shorter = shortened(input);
  const cut = compose(home, isJson(shorter) ? { ...shorter, ...namesOf(input) } : {}, extra);
  return Buffer.byteLength(cut) <= LINE_LIMIT ? cut : compose(home, namesOf(input), extra);
}

function sessionOf(input: Json, agent: string): string | undefined {
  // Codex names the first thread in every hook; a subagent's thread, which has its own rollout, next to it.
  const keys = ['session_id', 'thread-id', 'thread_id', 'conversation_id'];
  for (const key of agent === 'codex' ? ['agent_id', ...keys] : keys) {
    const value = input[key];
    if (typeof value === 'string' && value !== '') return value.slice(0, TEXT_LIMIT);
  }
  return undefined;
}

/** The agent, if the hook does not say: Codex gives turns an id, and keeps rollouts. */
function guessAgent(input: unknown): string {
  if (!isJson(input)) return 'claude-code';
  const isCodex =
    'turn_id' in input || 'thread-id' in input || /[\\/]rollout-[^\\/]*$/.test(String(input['transcript_path'] ?? ''));
  return isCodex ? 'codex' : 'claude-code';
}

export function makeLine(
  text: string,
  arrive: (agent: string) => Arrival,
  told: { readonly agent: string | undefined; readonly bytes: number },
): MadeLine {
  if (text.trim() === '') return { ok: false, trouble: 'empty', message: 'Nothing was on standard input.' };
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return { ok: false, trouble: 'not-json', message: error instanceof Error ? error.message : String(error) };
  }
  return lineOf(input, arrive, told);
}

/** The same for parsed input. */
export function lineOf(
  input: unknown,
  arrive: (agent: string) => Arrival,
  told: { readonly agent: string | undefined; readonly bytes: number },
): MadeLine {
  if (!isJson(input)) return { ok: false, trouble: 'not-an-object', message: 'What arrived is JSON, but no object.' };
  const agent = told.agent ?? guessAgent(input);
  const session = sessionOf(input, agent);
  if (session === undefined) return { ok: false, trouble: 'no-session', message: 'What arrived names no session.' };
  return { ok: true, agent, session, line: bounded({ arrival: arrive(agent), session }, input, told.bytes) };
}

/** Names and values outside texts: a quote inside a text has a backslash before it. */
function found(text: string, name: string, which: 'first' | 'last'): string | undefined {
  const pattern = new RegExp(`(?<!\\\\)"${name}"\\s*:\\s*(?:"([^"\\\\]{1,400})"|(\\d{1,15})(?=[,}\\s]))`, 'g');
  const matches = [...text.matchAll(pattern)];
  const match = which === 'first' ? matches[0] : matches.at(-1);
  return match?.[1] ?? match?.[2];
}

/**
 * What identifies a call in input too long to be parsed, from its beginning and its end: agents write the session and the tool first,
 * the call's id last.
 */
export function identify(head: string, tail: string): Json {
  const input: Json = {};
  for (const name of NAMES) {
    const value = found(head, name, 'first') ?? found(tail, name, 'last');
    if (value !== undefined) input[name] = name === 'duration_ms' ? Number(value) : value;
  }
  for (const name of ['tool_use_id', 'duration_ms', 'agent_id'] as const) {
    const value = found(tail, name, 'last');
    if (value !== undefined) input[name] = name === 'duration_ms' ? Number(value) : value;
  }
  return input;
}
