// What sessions of the index are doing right now: from what hooks told last, and from the log.

import { hookSignals } from '../hooks/hook-signals.ts';
import { type LiveState, type LogFacts, liveState, SILENCE_MS } from '../model/live-state.ts';
import { lastSignAt } from '../reading/live-window.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { waitTraits } from '../tools/traits.ts';

/** Hooks that have been silent for longer say nothing of the present. */
const HEARD_WITHIN_MS = 24 * 3600_000;

const NOTHING: Omit<LogFacts, 'lastAt'> = { openCalls: [], lastMessage: null, lastResult: null };

export class LiveStates {
  readonly #sessions: Questions['sessions'];
  readonly #now: number;

  constructor({ sessions }: Questions, now: number) {
    this.#sessions = sessions;
    this.#now = now;
  }

  async of({
    agent,
    id,
    lastAt,
  }: {
    readonly agent: string;
    readonly id: string;
    readonly lastAt: number | null;
  }): Promise<LiveState> {
    const key = { agent, id };
    const isDated = lastAt !== null && lastAt <= this.#now;
    const writtenAt = isDated ? 0 : await this.#sessions.lastWrittenAt(key);
    const signAt = lastSignAt(lastAt, this.#now, () => writtenAt);
    const silentMs = signAt === null ? Number.POSITIVE_INFINITY : this.#now - signAt;
    // What has long been silent needs no further looks.
    const hooks = silentMs < HEARD_WITHIN_MS ? hookSignals(await this.#sessions.presentFiles(key)) : [];
    const log = silentMs < SILENCE_MS ? await this.#facts(key) : NOTHING;
    return liveState({ log: { lastAt: signAt, ...log }, hooks }, this.#now);
  }

  async #facts(key: SessionKey): Promise<Omit<LogFacts, 'lastAt'>> {
    const { openCalls, ...rest } = await this.#sessions.liveFacts(key);
    return { ...rest, openCalls: openCalls.map(({ toolId, ...call }) => ({ ...call, ...waitTraits(toolId) })) };
  }
}
