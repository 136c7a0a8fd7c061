// Answers questions of MCP tools in this process, after updating the index. Nothing stays locked meanwhile: the dashboard
// and other agents' servers use the same index.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../../api/contract.ts';
import type { AnswerOf, PartsOf, QueryOf } from '../../api/route.ts';
import { AppError } from '../../base/app-error.ts';
import type { JsonRoute, Questions, SqlRows } from '../../mcp/questions.ts';
import { answer, readQuestion } from '../../server/answer.ts';
import { ThreadLibrary } from '../../server/thread-library.ts';
import { storeExists } from '../../store/open-store.ts';
import type { SessionKey } from '../../store/session-batch.ts';
import { SQL_TIMEOUT_MS, sqlRows } from './sql-rows.ts';

/** A recent update is not repeated: agents ask several questions at once. */
const FRESH_MS = 2000;
/** How long an answer waits for an update. Without any index there is nothing else to answer from. */
const PATIENCE_MS = 2000;
const FIRST_PATIENCE_MS = 25_000;

/** For a session of which only the outline is known, "no calls" would be wrong. */
async function mustBeRead({ questions }: ThreadLibrary, key: SessionKey): Promise<void> {
  if ((await questions.sessions.get(key))?.isUnread !== true) return;
  throw new AppError('store-busy', 'Another Toolscope process has yet to read this session.', {
    hint: 'Ask again in a moment.',
  });
}

interface LocalQuestionsOptions {
  /** Where the index is kept. */
  readonly folder: string;
  readonly places: readonly string[];
  /** Updates the index; true where another process has yet to read some of the logs. */
  readonly refresh: (signal: AbortSignal) => Promise<boolean>;
  /** Called with the reason when the update failed. */
  readonly onStale: (error: unknown) => void;
}

export class LocalQuestions implements Questions {
  readonly #options: LocalQuestionsOptions;
  readonly #hadIndex: boolean;
  readonly #end = new AbortController();
  #library: ThreadLibrary | undefined;
  #refreshing: Promise<void> | undefined;
  #isIncomplete = false;
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LocalQuestionsOptions) {
    this.#options = options;
    this.#hadIndex = storeExists(options.folder);
  }

  async ask<Name extends JsonRoute>(
    name: Name,
    parts: PartsOf<Contract[Name]>,
    query: QueryOf<Contract[Name]>,
    signal: AbortSignal,
  ): Promise<AnswerOf<Contract[Name]>> {
    const library = await this.#upToDate(signal);
    const { agent, session }: Partial<Record<string, string>> = parts;
    if (agent !== undefined && session !== undefined) await mustBeRead(library, { agent, id: session });
    const given = await answer(readQuestion(name, parts, query, Date.now()), library, signal);
    // The handler's answer is typed by the same contract.
    return given as AnswerOf<Contract[Name]>;
  }

  async sql(query: string, folder: string | null, limit: number, signal: AbortSignal): Promise<SqlRows> {
    const { questions, places } = await this.#upToDate(signal);
    return sqlRows(questions.sql({ sql: query, places, folder, limit, timeoutMs: SQL_TIMEOUT_MS, signal }));
  }

  isBehind(): boolean {
    return this.#refreshing !== undefined || this.#isIncomplete;
  }

  /** One at a time; concurrent callers wait for the same update. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#options
      .refresh(this.#end.signal)
      .then((isIncomplete) => {
        this.#isIncomplete = isIncomplete;
      })
      .catch((error: unknown) => {
        if (!this.#end.signal.aborted) this.#options.onStale(error);
      })
      .finally(() => {
        this.#refreshing = undefined;
        this.#refreshedAt = performance.now();
      });
    return this.#refreshing;
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#refreshing;
    await this.#library?.close();
  }

  async #upToDate(signal: AbortSignal): Promise<ThreadLibrary> {
    if (performance.now() - this.#refreshedAt > FRESH_MS) await this.#waitForNews(signal);
    signal.throwIfAborted();
    const { folder, places } = this.#options;
    if (!storeExists(folder)) {
      throw new AppError('no-logs', 'No logs of coding agents are known here yet.', {
        hint: 'toolscope doctor shows where they are looked for.',
      });
    }
    this.#library ??= await ThreadLibrary.open({ folder, places, isDemo: false });
    await this.#library.refresh();
    return this.#library;
  }

  async #waitForNews(signal: AbortSignal): Promise<void> {
    const isFirst = !this.#hadIndex && this.#refreshedAt === Number.NEGATIVE_INFINITY;
    const enough = new AbortController();
    const patience = sleep(isFirst ? FIRST_PATIENCE_MS : PATIENCE_MS, 'late', {
      signal: AbortSignal.any([signal, enough.signal]),
    }).catch(() => 'stopped');
    const end = await Promise.race([this.refresh(), patience]);
    enough.abort();
    if (end === 'late' && isFirst) {
      throw new AppError('store-busy', 'Toolscope is reading the logs for the first time.', {
        hint: 'Ask again in a minute.',
      });
    }
  }
}
