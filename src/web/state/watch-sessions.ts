// Watches sessions, and notifies the user when one needs attention: a notification, and a note in the tab's title. One of
// several tabs does it, even while it is hidden.

import { ATTENTION_WORDS, type Attention, attentionFor, isWaiting, type Watched } from '../../api/attention.ts';
import type { SessionRow } from '../../api/wire/session.ts';
import { sessionKey } from '../../base/session-key.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { sessionAddress } from './addresses.ts';
import { api } from './api.ts';
import { onChange, staysConnected } from './live.ts';
import { titleNote } from './page-title.ts';
import { go } from './route.ts';

/** Sessions that may need attention are among those last written to. */
const LOOKED_AT = '100';
const PAUSE_MS = 500;
/** Silence matters as well, and causes no change. */
const LOOK_AGAIN_MS = 10_000;
const LOCK = 'toolscope.attention';

interface Seen extends Watched {
  readonly failures: number;
}

function keyOf({ agent, id }: SessionRow): string {
  return sessionKey(agent, id);
}

/** Loops are looked for only after new failures. */
async function seenNow(row: SessionRow, before: Seen | undefined): Promise<Seen> {
  const { agent, id: session, failures } = row;
  const state = row.live ? row.state.state : 'ended';
  const loops = before?.loops ?? 0;
  if (before === undefined || failures === before.failures || state !== 'working') return { state, loops, failures };
  const { verdict } = await api.get('sessionInsights', { parts: { agent, session } });
  return { state, loops: verdict.loops.length, failures };
}

function show(row: SessionRow, what: Attention): void {
  const { agent, id, title, project } = row;
  if (typeof Notification !== 'function' || Notification.permission !== 'granted') return;
  const note = new Notification(`${oneLine(title ?? id)} ${ATTENTION_WORDS[what]}`, {
    body: [agent, project].filter((part) => part !== null).join(' · '),
    // One per session: the next one replaces it.
    tag: `toolscope ${keyOf(row)}`,
    icon: '/icon.svg',
  });
  note.addEventListener('click', () => {
    focus();
    go(sessionAddress(agent, id));
    note.close();
  });
}

class Watch {
  #seen: ReadonlyMap<string, Seen> = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLooking = false;
  #isDone = false;
  readonly #forget: () => void;

  constructor() {
    this.#forget = onChange(() => this.#soon(PAUSE_MS));
    this.#soon(0);
  }

  close(): void {
    this.#isDone = true;
    clearTimeout(this.#timer);
    this.#forget();
    titleNote.value = '';
  }

  #soon(ms: number): void {
    if (this.#isLooking || this.#isDone) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), ms);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      const { sessions } = await api.get('sessions', { query: { limit: LOOKED_AT } });
      const seen = new Map<string, Seen>();
      for (const row of sessions) {
        const before = this.#seen.get(keyOf(row));
        const now = await seenNow(row, before);
        seen.set(keyOf(row), now);
        const what = row.hidden ? null : attentionFor(before, now);
        if (what !== null && !this.#isDone) show(row, what);
      }
      this.#seen = seen;
      const waiting = sessions.filter(({ live, hidden, state }) => live && !hidden && isWaiting(state.state)).length;
      if (!this.#isDone) titleNote.value = waiting === 0 ? '' : `(${waiting} waiting)`;
    } catch {
      // The server may be away for a while: the connection shows that, and the next check tries again.
    } finally {
      this.#isLooking = false;
      this.#soon(LOOK_AGAIN_MS);
    }
  }
}

/** Returns a function that stops it. */
export function watchSessions(): () => void {
  const ended = new AbortController();
  let watch: Watch | undefined;
  const work = (): Promise<void> =>
    new Promise((resolve) => {
      if (ended.signal.aborted) {
        resolve();
        return;
      }
      staysConnected.value = true;
      watch = new Watch();
      ended.signal.addEventListener('abort', () => {
        watch?.close();
        staysConnected.value = false;
        resolve();
      });
    });
  // The tab that has the lock does it; when it is closed, the next one gets the lock.
  if ('locks' in navigator) navigator.locks.request(LOCK, { signal: ended.signal }, work).catch(() => undefined);
  else void work();
  return () => ended.abort();
}
