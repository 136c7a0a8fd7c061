// Which turn of the main thread something belongs to: a subagent's calls and requests belong to the turn that started it.

import { MAIN_THREAD } from '../model/observation.ts';
import { compareRefs, type LineRef, sameRef } from '../model/source.ts';
import type { SeenMessage, SessionView } from './session-view.ts';

/** Without repetitions in the log: later records with the same words and time. */
function askedOnce(messages: readonly SeenMessage[]): readonly SeenMessage[] {
  const said = new Set<string>();
  const prompts: SeenMessage[] = [];
  for (const message of messages) {
    const { at, preview, ref } = message;
    const key = `${at} ${preview}`;
    const isAgain = at !== null && said.has(key);
    said.add(key);
    const last = prompts.at(-1);
    if (!isAgain && (last === undefined || !sameRef(last.ref, ref))) prompts.push(message);
  }
  return prompts;
}

export class TurnMap {
  /** The prompts that begin turns, in file order. One record is one prompt, however many blocks it has. */
  readonly prompts: readonly SeenMessage[];
  readonly #threads = new Map<string, number>();

  constructor(view: SessionView) {
    const asked = view.messages.filter(({ what, thread }) => {
      return thread === MAIN_THREAD && (what === 'prompt' || what === 'command');
    });
    this.prompts = askedOnce([...asked].sort((a, b) => compareRefs(a.ref, b.ref)));
    this.#placeThreads(view);
  }

  get count(): number {
    return Math.max(1, this.prompts.length);
  }

  /** 1-based turn of something in a thread. */
  of(thread: string, ref: LineRef): number {
    return thread === MAIN_THREAD ? this.#at(ref) : (this.#threads.get(thread) ?? 1);
  }

  #at(ref: LineRef): number {
    let low = 0;
    let high = this.prompts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const prompt = this.prompts[middle];
      if (prompt !== undefined && compareRefs(prompt.ref, ref) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }

  #placeThreads({ threads, calls }: SessionView): void {
    const named = new Set(threads.map(({ parentCall }) => parentCall));
    const starters = new Map(calls.flatMap((call) => (named.has(call.callId) ? [[call.callId, call]] : [])));
    const byId = new Map(threads.map((thread) => [thread.id, thread]));
    for (const thread of threads) {
      if (thread.id === MAIN_THREAD) continue;
      const seen = new Set<string>();
      let up = thread;
      // Up to the call of the main thread that started it all; logs may name each other in circles.
      for (;;) {
        seen.add(up.id);
        const starter = up.parentCall === null ? undefined : starters.get(up.parentCall);
        if (starter?.thread === MAIN_THREAD) {
          this.#threads.set(thread.id, this.#at(starter.bodies.input));
          break;
        }
        const parent = byId.get(starter?.thread ?? up.parentThread ?? '');
        if (parent === undefined || seen.has(parent.id)) break;
        up = parent;
      }
    }
  }
}
