// What indexed sessions are doing right now: from the latest hook reports, and from the log.

import { hookSignals } from '../hooks/hook-signals.ts';
import { type LiveState, type LogFacts, liveState, SILENCE_MS } from '../model/live-state.ts';
import { lastSignAt } from '../reading/live-window.ts';
import type { SessionFile } from '../store/questions/sessions.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { waitTraits } from '../tools/traits.ts';

/** Hooks that have been silent for longer say nothing about the present. */
const HEARD_WITHIN_MS = 24 * 3600_000;

const NOTHING: Omit<LogFacts, 'lastAt'> = { openCalls: [], lastMessage: null, lastResult: null };

interface Asked extends SessionKey {
  readonly lastAt: number | null;
}

/** When the newest log was written; 0 when there is none. */
function lastWrite(files: readonly SessionFile[]): number {
  return files.reduce((last, { isLog, modifiedAt }) => (isLog ? Math.max(last, modifiedAt) : last), 0);
}

function present(files: readonly SessionFile[]): string[] {
  return files.filter(({ isGone }) => !isGone).map(({ path }) => path);
}

export class LiveStates {
  readonly #sessions: Questions['sessions'];
  readonly #now: number;

  constructor({ sessions }: Questions, now: number) {
    this.#sessions = sessions;
    this.#now = now;
  }

  /** `known` are the session's files, if the caller has them. */
  async of({ agent, id, lastAt }: Asked, known?: readonly SessionFile[]): Promise<LiveState> {
    const key = { agent, id };
    let files = known;
    const ownFiles = async (): Promise<readonly SessionFile[]> => {
      files ??= (await this.#sessions.files([key]))[0] ?? [];
      return files;
    };
    const isDated = lastAt !== null && lastAt <= this.#now;
    const writtenAt = isDated ? 0 : lastWrite(await ownFiles());
    const signAt = lastSignAt(lastAt, this.#now, () => writtenAt);
    const silentMs = signAt === null ? Number.POSITIVE_INFINITY : this.#now - signAt;
    // A session silent for that long needs no further checks.
    const hooks = silentMs < HEARD_WITHIN_MS ? hookSignals(present(await ownFiles())) : [];
    const log = silentMs < SILENCE_MS ? await this.#facts(key) : NOTHING;
    return liveState({ log: { lastAt: signAt, ...log }, hooks }, this.#now);
  }

  async #facts(key: SessionKey): Promise<Omit<LogFacts, 'lastAt'>> {
    const { openCalls, ...rest } = await this.#sessions.liveFacts(key);
    return { ...rest, openCalls: openCalls.map(({ toolId, ...call }) => ({ ...call, ...waitTraits(toolId) })) };
  }
}
