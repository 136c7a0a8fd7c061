// One session in memory: its details, its entries as they stream in, and later changes.

import { type Signal, signal } from '@preact/signals';
import { errorOf } from '../../api/client.ts';
import type { EntryLine, SessionDetail } from '../../api/wire/session.ts';
import type { SessionName } from '../state/addresses.ts';
import { api, ask } from '../state/api.ts';
import { asError } from '../state/as-error.ts';
import { onChange } from '../state/live.ts';
import { Entries } from './entries.ts';

export class OpenedSession {
  readonly detail: Signal<SessionDetail | undefined> = signal(undefined);
  /** Incremented whenever entries were added or replaced. */
  readonly version: Signal<number> = signal(0);
  /** Everything that existed when the page was opened has arrived. */
  readonly isLoaded: Signal<boolean> = signal(false);
  readonly error: Signal<Error | undefined> = signal(undefined);
  readonly entries = new Entries();
  readonly #name: SessionName;
  readonly #controller = new AbortController();
  readonly #forget: () => void;
  #seq = 0;
  #isAsking = false;
  #isDue: 'no' | 'new' | 'all' = 'no';
  #frame = 0;
  /** The number of entries at the last render. */
  #drawn = 0;

  constructor(name: SessionName) {
    this.#name = name;
    this.#forget = onChange((news) => {
      if (news === 'resync') this.#again('all');
      else if (news.some(({ agent, session }) => agent === name.agent && session === name.session)) this.#again('new');
    });
    this.#again('all');
  }

  close(): void {
    this.#controller.abort();
    this.#forget();
    cancelAnimationFrame(this.#frame);
  }

  again(): void {
    this.#again('all');
  }

  #again(what: 'new' | 'all'): void {
    if (this.#isAsking) {
      this.#isDue = what === 'all' ? 'all' : this.#isDue === 'all' ? 'all' : 'new';
      return;
    }
    this.#isAsking = true;
    this.#ask(what)
      .then(
        () => {
          this.error.value = undefined;
        },
        (error: unknown) => {
          if (this.#controller.signal.aborted) return;
          this.error.value = asError(error);
        },
      )
      .then(() => {
        this.#isAsking = false;
        const due = this.#isDue;
        this.#isDue = 'no';
        if (due !== 'no' && !this.#controller.signal.aborted) this.#again(due);
      });
  }

  async #ask(what: 'new' | 'all'): Promise<void> {
    const { signal: stop } = this.#controller;
    const since = what === 'new' && this.#seq > 0 ? { since: String(this.#seq), after: this.entries.reach() } : {};
    const detail = api.get('session', { parts: this.#name }, stop);
    // An error is reported once, where it is awaited below.
    detail.catch(() => undefined);
    await this.#read(api.url('entries', { parts: this.#name, query: since }), stop);
    this.detail.value = await detail;
    this.isLoaded.value = true;
    this.#tell();
  }

  async #read(url: string, stop: AbortSignal): Promise<void> {
    const reply = await ask(url, { signal: stop });
    if (!reply.ok || reply.body === null) throw await errorOf(reply);
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value ?? '')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') this.#take(JSON.parse(line));
      if (done) break;
    }
    if (rest !== '') this.#take(JSON.parse(rest));
  }

  #take(line: EntryLine): void {
    if ('seq' in line) {
      if (line.whole) this.entries.clear();
      this.#seq = line.seq;
      return;
    }
    this.entries.take(line);
    // Chunks arrive faster than the screen is drawn, and each render computes all rows: while a long session loads, it is
    // rendered each time it has doubled.
    if (!this.isLoaded.value && this.entries.size < 2 * this.#drawn) return;
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#tell();
      });
    }
  }

  #tell(): void {
    this.#drawn = this.entries.size;
    this.version.value++;
  }
}
