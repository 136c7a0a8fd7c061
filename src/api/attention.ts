// When a session wants a person: it begins to wait for one, it is done, or it tries the same again and again. For the
// dashboard's notifications and for `toolscope tail -f --notify`.

/** What a session is doing, as lists say it. */
export type StateName = 'working' | 'waiting-for-permission' | 'waiting-for-answer' | 'idle' | 'ended';

export type Attention = 'permission' | 'answer' | 'loop' | 'done';

export const ATTENTION_WORDS: Readonly<Record<Attention, string>> = {
  permission: 'waits for permission',
  answer: 'waits for an answer',
  loop: 'tries the same again and again',
  done: 'is done',
};

/** What is looked at from time to time. */
export interface Watched {
  readonly state: StateName;
  /** Calls that failed again in the same way, as the verdict counts them. */
  readonly loops: number;
}

/** What to tell, if anything. Of a session that is seen for the first time nothing is told: it may have been so for hours. */
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
