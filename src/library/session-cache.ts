// Sessions kept in memory between commits because they are likely to continue: the latest used, up to a weight.

import { sessionKey } from '../base/session-key.ts';
import type { IndexedSession } from './indexed-session.ts';

/** Memory for all of them. */
const KEPT_WEIGHT = 96 * 1024 * 1024;

export class KeptSessions {
  /** In order of use, the latest last. */
  readonly #sessions = new Map<string, IndexedSession>();
  readonly #save: (session: IndexedSession) => Promise<void>;

  /** `save` stores what is needed to continue, and closes the session. */
  constructor(save: (session: IndexedSession) => Promise<void>) {
    this.#save = save;
  }

  get(agent: string, id: string): IndexedSession | undefined {
    return this.#sessions.get(sessionKey(agent, id));
  }

  async keep(agent: string, id: string, session: IndexedSession): Promise<void> {
    this.remove(agent, id);
    this.#sessions.set(sessionKey(agent, id), session);
    await this.#makeRoom();
  }

  /** Callers that hold the session keep it again, or save it. */
  remove(agent: string, id: string): void {
    this.#sessions.delete(sessionKey(agent, id));
  }

  /** Forgets the session, if there is one: another one replaces it. */
  drop(agent: string, id: string): void {
    this.get(agent, id)?.close();
    this.remove(agent, id);
  }

  /** A session that still uses a file's old name is loaded from the store again. */
  dropAllWith(path: string): void {
    for (const [key, session] of [...this.#sessions]) {
      if (session.numberOf(path) === -1) continue;
      session.close();
      this.#sessions.delete(key);
    }
  }

  async close(): Promise<void> {
    for (const [key, session] of [...this.#sessions]) await this.#letGo(key, session);
  }

  async #makeRoom(): Promise<void> {
    let weight = 0;
    for (const session of this.#sessions.values()) weight += session.weight;
    for (const [key, session] of [...this.#sessions]) {
      if (weight <= KEPT_WEIGHT || this.#sessions.size === 1) return;
      weight -= session.weight;
      await this.#letGo(key, session);
    }
  }

  async #letGo(key: string, session: IndexedSession): Promise<void> {
    this.#sessions.delete(key);
    await this.#save(session);
  }
}
