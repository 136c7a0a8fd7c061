// What a session is doing right now, and what says so. Hooks come first, because they are reports of the agent itself; the log second,
// because it is also silent while a person is asked.

import type { SpokenKind } from './observation.ts';
import type { LineRef } from './source.ts';

const LIVE_STATES = ['working', 'waiting-permission', 'waiting-answer', 'idle', 'ended'] as const;

/** `idle`: its turn is over, and the next prompt has not come. */
export type LiveStateName = (typeof LIVE_STATES)[number];

export interface LiveState {
  readonly state: LiveStateName;
  readonly via: 'hooks' | 'log';
  /** The rule that decided, so that a person can check it. */
  readonly rule: string;
  /** `inferred`: nothing says it explicitly. */
  readonly certainty: 'observed' | 'inferred';
  /** Since when, by the clock of the log or the hook; null when that is not known. */
  readonly since: number | null;
  /** The call that the session works or waits for. */
  readonly callId: string | null;
  /** The line that says so; null for hooks without a line, and for silence. */
  readonly ref: LineRef | null;
}

/** A call without a result in a session that may still be alive. */
export interface CallWithoutResult {
  readonly callId: string;
  readonly requestedAt: number | null;
  readonly ref: LineRef;
  /** What the person was asked before it may run, as far as the log says. */
  readonly permission: 'asked' | 'allowed' | null;
  /** A tool whose result is the person's own answer, or permission. */
  readonly awaits: 'answer' | 'permission' | null;
  /** A tool that takes no noticeable time, once it may run. */
  readonly isQuick: boolean;
}

/** What the log says. */
export interface LogFacts {
  /** The last sign of life: the newest record, or the file's own time. */
  readonly lastAt: number | null;
  /** Calls of all threads without a result. */
  readonly openCalls: readonly CallWithoutResult[];
  /** The newest message of the main thread. */
  readonly lastMessage: { readonly what: SpokenKind; readonly at: number | null; readonly ref: LineRef } | null;
  /** The newest result of a call in the main thread. */
  readonly lastResult: { readonly callId: string; readonly at: number | null; readonly ref: LineRef } | null;
}

/** What a hook reported, in neutral words. */
export type HookWord =
  | 'session-started'
  | 'prompt-submitted'
  | 'tool-starting'
  | 'permission-requested'
  | 'answer-requested'
  | 'tool-ended'
  | 'waiting-for-prompt'
  | 'turn-ended'
  | 'session-ended';

export interface HookSignal {
  readonly word: HookWord;
  /** When it was received, in epoch milliseconds. */
  readonly at: number;
  readonly callId: string | null;
}

export interface LiveFacts {
  readonly log: LogFacts;
  /** In the order received; empty if no hooks are installed. The newest few are enough. */
  readonly hooks: readonly HookSignal[];
}

/** After this long a silence, a session counts as ended. */
export const SILENCE_MS = 15 * 60_000;

/** Hooks report the end of a session themselves: their silence means less. A machine may have been switched off, though. */
const HOOK_SILENCE_MS = 24 * 3600_000;

/** An agent may write its message before the call that follows it: only after this long it counts as the last one. */
const LAST_WORD_MS = 10_000;

/** A quick tool that has not returned for this long has not been allowed to run yet. */
const QUICK_MS = 5_000;

/** The log may be written a little after the hook that reported the same. */
const LAG_MS = 2_000;

const BY_HOOK: Readonly<Record<HookWord, LiveStateName>> = {
  'session-started': 'idle',
  'prompt-submitted': 'working',
  'tool-starting': 'working',
  'permission-requested': 'waiting-permission',
  'answer-requested': 'waiting-answer',
  'tool-ended': 'working',
  'waiting-for-prompt': 'idle',
  'turn-ended': 'idle',
  'session-ended': 'ended',
};

/** A question to a person is open until a later hook or a result mentions the same call; everything else until the next report. */
function decidingSignal({ hooks, log }: LiveFacts): HookSignal | undefined {
  const isOpen = (callId: string): boolean => log.openCalls.some((call) => call.callId === callId);
  const last = hooks.at(-1);
  if (last === undefined || last.word === 'session-ended' || last.word === 'turn-ended') return last;
  for (const [i, signal] of [...hooks.entries()].reverse()) {
    const { word, callId } = signal;
    if (word === 'prompt-submitted' || word === 'turn-ended' || word === 'session-started') break;
    if ((word !== 'permission-requested' && word !== 'answer-requested') || callId === null) continue;
    const isAnswered = hooks.slice(i + 1).some((later) => later.callId === callId);
    if (!isAnswered && isOpen(callId)) return signal;
  }
  return last;
}

function byHooks(facts: LiveFacts, now: number): LiveState | undefined {
  const signal = decidingSignal(facts);
  if (signal === undefined) return undefined;
  const { word, at, callId } = signal;
  const state = BY_HOOK[word];
  const { lastAt, openCalls } = facts.log;
  const isAsking = state === 'waiting-permission' || state === 'waiting-answer';
  const isStillAsked = isAsking && openCalls.some((call) => call.callId === callId);
  // Removed hooks report nothing more, while the log goes on.
  if (!isStillAsked && lastAt !== null && lastAt > at + LAG_MS) return undefined;
  const silenceMs = state === 'working' && openCalls.length === 0 ? SILENCE_MS : HOOK_SILENCE_MS;
  if (now - at >= silenceMs) return undefined;
  return { state, via: 'hooks', rule: `hook:${word}`, certainty: 'observed', since: at, callId, ref: null };
}

type Said = Pick<LiveState, 'state' | 'rule' | 'certainty'>;

function byCall(call: CallWithoutResult, now: number): Said {
  if (call.awaits === 'answer') return { state: 'waiting-answer', rule: 'open-question', certainty: 'observed' };
  if (call.awaits === 'permission' || call.permission === 'asked') {
    return { state: 'waiting-permission', rule: 'permission-asked', certainty: 'observed' };
  }
  const openMs = call.requestedAt === null ? 0 : now - call.requestedAt;
  if (call.isQuick && call.permission === null && openMs >= QUICK_MS) {
    return { state: 'waiting-permission', rule: 'quick-call-still-open', certainty: 'inferred' };
  }
  return { state: 'working', rule: 'open-call', certainty: 'observed' };
}

const URGENCY: readonly LiveStateName[] = ['waiting-permission', 'waiting-answer', 'working'];

/** Of several open calls the one that needs a person comes first, and of these the oldest. */
function byOpenCalls(calls: readonly CallWithoutResult[], now: number): LiveState | undefined {
  let first: { call: CallWithoutResult; said: Said } | undefined;
  for (const call of calls) {
    const said = byCall(call, now);
    if (first === undefined || URGENCY.indexOf(said.state) < URGENCY.indexOf(first.said.state)) first = { call, said };
  }
  if (first === undefined) return undefined;
  const { callId, requestedAt: since, ref } = first.call;
  return { ...first.said, via: 'log', since, callId, ref };
}

const ENDS_TURN: ReadonlySet<SpokenKind> = new Set<SpokenKind>(['answer', 'interrupt', 'api-error']);
const STARTS_WORK: ReadonlySet<SpokenKind> = new Set<SpokenKind>(['prompt', 'thinking', 'peer', 'notification']);

interface Word {
  readonly at: number | null;
  readonly ref: LineRef;
  readonly callId: string | null;
  readonly said: Said;
}

function wordsOf({ lastMessage, lastResult }: LogFacts, now: number): Word[] {
  const words: Word[] = [];
  if (lastMessage !== null) {
    const { what, at, ref } = lastMessage;
    const isFresh = at !== null && at <= now && now - at < LAST_WORD_MS;
    if (what === 'answer' && isFresh) {
      words.push({ at, ref, callId: null, said: { state: 'working', rule: 'just-spoke', certainty: 'inferred' } });
    } else if (ENDS_TURN.has(what)) {
      const certainty = what === 'interrupt' ? 'observed' : 'inferred';
      words.push({ at, ref, callId: null, said: { state: 'idle', rule: `last-word:${what}`, certainty } });
    } else if (STARTS_WORK.has(what)) {
      const said: Said = { state: 'working', rule: `last-word:${what}`, certainty: 'inferred' };
      words.push({ at, ref, callId: null, said });
    }
  }
  if (lastResult !== null) {
    const said: Said = { state: 'working', rule: 'last-word:result', certainty: 'inferred' };
    words.push({ ...lastResult, said });
  }
  return words;
}

/** The newest record decides; of two at the same moment the result, because messages are written before the call. */
function byLog(facts: LogFacts, now: number): LiveState {
  const silent = facts.lastAt === null || now - facts.lastAt >= SILENCE_MS;
  const nothing = { via: 'log', certainty: 'inferred', callId: null, ref: null } as const;
  if (silent) return { ...nothing, state: 'ended', rule: 'silence', since: facts.lastAt };
  const open = byOpenCalls(facts.openCalls, now);
  if (open !== undefined) return open;
  let newest: Word | undefined;
  for (const word of wordsOf(facts, now)) {
    if (newest === undefined || (word.at ?? 0) >= (newest.at ?? 0)) newest = word;
  }
  if (newest === undefined) return { ...nothing, state: 'idle', rule: 'nothing-said', since: facts.lastAt };
  return { ...newest.said, via: 'log', since: newest.at, callId: newest.callId, ref: newest.ref };
}

/** What the session is doing at `now`. */
export function liveState(facts: LiveFacts, now: number): LiveState {
  return byHooks(facts, now) ?? byLog(facts.log, now);
}
