// Rows of sessions that are not read yet: first what fills a screen, then all others while reading goes on.

import { emptyLedger } from '../model/ledger.ts';
import { groupSessions } from '../reading/group-sessions.ts';
import { sessionBytes } from '../reading/many-sessions/load.ts';
import { outlineSession } from '../reading/outline-session.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import { discoverAmong } from '../sources/discover.ts';
import { filesFrom, type GiveWay, type WalkedFile } from '../sources/files/walk-files.ts';
import { logFacts } from '../sources/kinds/open-source.ts';
import { listLogs, listRecentLogs } from '../sources/list-logs.ts';
import type { IndexStore } from '../store/index-store.ts';
import type { SessionBatch, SourceFacts } from '../store/session-batch.ts';

const WORTH_BYTES = 16 * 1024 * 1024;
/** Enough to fill a screen. */
const FIRST_FILES = 200;
const SESSIONS_PER_STEP = 50;
/** Per place, before everything is walked. */
const RECENT_FILES = 100;

function sourcesOf({ logs }: SessionFiles): SourceFacts[] {
  return logs.flatMap(({ path, identity: { thread, startedAt } }, num) => {
    const facts = logFacts(path);
    if (facts === undefined) return [];
    return [{ ...facts, head: '', tail: '', num, thread, startedAt, offset: 0, line: 1, ledger: emptyLedger() }];
  });
}

/** Undefined when its files are gone by now. */
function outlineOf(files: SessionFiles): SessionBatch | undefined {
  const sources = sourcesOf(files);
  if (sources.length === 0) return undefined;
  return {
    agent: files.agent,
    id: files.session,
    lineage: files.lineage,
    isWhole: true,
    ...outlineSession(files),
    live: false,
    threads: [],
    usage: [],
    compactions: [],
    sideFiles: [],
    problems: [],
    paths: files.logs.map(({ path }) => path),
    sources,
    calls: [],
    messages: [],
    hooks: [],
  };
}

export interface OutlineOptions {
  /** Called whenever there are new rows. */
  readonly onStep: () => void;
  /** Below this, reading sessions is about as fast as outlining them. */
  readonly worthBytes?: number;
}

export class Outlines {
  readonly #store: IndexStore;
  readonly #onStep: () => void;
  readonly #worthBytes: number;
  readonly #signal: AbortSignal | undefined;
  readonly #giveWay: GiveWay;
  /** Logs whose sessions have rows by now. */
  readonly #outlined = new Set<string>();

  constructor(
    store: IndexStore,
    { onStep, worthBytes = WORTH_BYTES }: OutlineOptions,
    signal: AbortSignal | undefined,
    giveWay: GiveWay,
  ) {
    this.#giveWay = giveWay;
    this.#store = store;
    this.#onStep = onStep;
    this.#worthBytes = worthBytes;
    this.#signal = signal;
  }

  /** Outlines the newest logs: first in the folders that changed last, then, once all folders are walked, of all. */
  async newest(places: readonly string[]): Promise<void> {
    const recent = places.flatMap((place) => listRecentLogs(place, RECENT_FILES));
    await this.#makeNewest(recent, RECENT_FILES);
    const { files } = await listLogs(places, this.#giveWay);
    await this.#makeNewest(files, FIRST_FILES);
  }

  async #makeNewest(files: readonly WalkedFile[], most: number): Promise<void> {
    if (files.reduce((total, { bytes }) => total + bytes, 0) < this.#worthBytes) return;
    const newest = files.toSorted((a, b) => b.modifiedAt - a.modifiedAt).slice(0, most);
    const sessions = groupSessions(await discoverAmong(filesFrom(newest), []));
    await this.#make(sessions.filter(({ logs }) => logs.some(({ path }) => !this.#outlined.has(path))));
  }

  /** In the given order. */
  async all(sessions: readonly SessionFiles[]): Promise<void> {
    const bytes = sessions.reduce((total, files) => total + sessionBytes(files), 0);
    if (bytes >= this.#worthBytes) await this.#make(sessions);
  }

  async #make(sessions: readonly SessionFiles[]): Promise<void> {
    for (let from = 0; from < sessions.length && this.#signal?.aborted !== true; from += SESSIONS_PER_STEP) {
      const step = sessions.slice(from, from + SESSIONS_PER_STEP);
      await this.#store.outline(step.flatMap((files) => outlineOf(files) ?? []));
      for (const { logs } of step) for (const { path } of logs) this.#outlined.add(path);
      this.#onStep();
      // A client may be waiting for one of them.
      await this.#giveWay();
    }
  }
}
