// When a session needs a person: it begins to wait for one, it is done, or it repeats the same failure. For the dashboard's
// notifications and for `toolscope tail -f --notify`.

/** What a session is doing, as shown in lists. */
export type StateName = 'working' | 'waiting-for-permission' | 'waiting-for-answer' | 'idle' | 'ended';

export type Attention = 'permission' | 'answer' | 'loop' | 'done';

export const ATTENTION_WORDS: Readonly<Record<Attention, string>> = {
  permission: 'waits for permission',
  answer: 'waits for an answer',
  loop: 'tries the same again and again',
  done: 'is done',
};

/** The polled state of a session. */
export interface Watched {
  readonly state: StateName;
  /** Repeated equal failures, as counted by the verdict. */
  readonly loops: number;
}

/** What to notify about, if anything. Nothing for a session seen for the first time: its state may be hours old. */
export function attentionFor(before: Watched | undefined, now: Watched): Attention | null {
  if (before === undefined) return null;
  if (now.state === 'waiting-for-permission' && before.state !== now.state) return 'permission';
  if (now.state === 'waiting-for-answer' && before.state !== now.state) return 'answer';
  if (now.loops > before.loops && now.state === 'working') return 'loop';
  return before.state === 'working' && (now.state === 'idle' || now.state === 'ended') ? 'done' : null;
}

export function isWaiting(state: StateName): boolean {
  return state === 'waiting-for-permission' || state === 'waiting-for-answer';
}
