// An engine filled with made-up sessions, and the same sessions as they are read from their logs.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import type { Session } from '../../src/model/session.ts';
import type { CallKey, ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import type { CallQuestion } from '../../src/store/questions/call-question.ts';
import type { Questions } from '../../src/store/questions.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';

/** Long after everything was logged: nothing is alive any more. */
export const NOW = Date.UTC(2030, 0, 1);

/** Reads the logs below a folder into an engine, as of `NOW`. */
export type FillEngine = (logs: string) => Promise<{ readonly questions: Questions; close(): Promise<void> }>;

export interface Filled {
  readonly questions: Questions;
  readonly logs: string;
  readonly sessions: readonly Session[];
  readonly calls: readonly ToolCall[];
  ask(filter?: string): CallQuestion;
}

/** To be asked inside of tests. */
export function filledOnce(fill: FillEngine): () => Filled {
  let filled: Filled | undefined;
  const logs = mkdtempSync(join(tmpdir(), 'toolscope-questions-'));
  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 5e6, seed: 'questions' });
    const engine = await fill(logs);
    const sessions: Session[] = [];
    for await (const session of readSessions(await discover([logs]), { now: NOW })) sessions.push(session);
    filled = {
      questions: engine.questions,
      logs,
      sessions,
      calls: sessions.flatMap(({ calls }) => calls),
      ask: (text = '') => {
        const parsed = parseFilter(text, { now: NOW });
        if (!parsed.ok) throw new Error(text);
        return { filter: parsed.filter, places: [logs], families: TOOL_FAMILIES };
      },
    };
    return () => engine.close();
  });
  afterAll(() => rmSync(logs, { recursive: true, force: true }));
  return () => {
    if (filled === undefined) throw new Error('not filled yet');
    return filled;
  };
}

export async function gathered<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

export function keyOf({ agent, session, callId, occurrence }: CallKey): string {
  return `${agent} ${session} ${callId} ${occurrence}`;
}
