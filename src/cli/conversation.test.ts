// Tests the order of a conversation: files, positions and blocks, subagents below their call, nothing twice or left out.

import { describe, expect, it } from 'vitest';
import type { Compaction, Thread } from '../model/session.ts';
import type { EntryPlace, SessionPlaces } from '../store/questions/session-content.ts';
import type { OneSession } from '../store/questions/sessions.ts';
import { Conversation, type Entry } from './conversation.ts';

function session(threads: readonly Thread[] = [], compactions: readonly Compaction[] = []): OneSession {
  return {
    agent: 'a',
    id: 's',
    title: null,
    lastAt: null,
    project: null,
    startedAt: null,
    model: null,
    live: false,
    calls: 0,
    failures: 0,
    masked: 0,
    threads,
    compactions,
    paths: new Map(),
  };
}

function thread(id: string, parentCall: string | null, parentThread: string | null = null): Thread {
  return { id, agentType: null, description: null, parentCall, parentThread, depth: 1 };
}

function said(thread: string, source: number, offset: number, pointer = ''): EntryPlace {
  return { thread, source, offset, pointer, call: null };
}

function called(id: string, thread: string, source: number, offset: number): EntryPlace {
  return { thread, source, offset, pointer: '/x', call: { id, occurrence: 1 } };
}

/** One at a time, so that lines are assembled across batches. */
async function* batchesOf(places: readonly EntryPlace[]): AsyncGenerator<readonly EntryPlace[]> {
  for (const place of places) yield [place];
}

/** As the index returns them: per thread, by file and offset. */
function among(places: readonly EntryPlace[]): SessionPlaces {
  const inOrder = places.toSorted((a, b) => a.source - b.source || a.offset - b.offset);
  return {
    threads: [...new Set(inOrder.map(({ thread }) => thread))],
    of: (thread) => batchesOf(inOrder.filter((place) => place.thread === thread)),
  };
}

/** "depth what". */
function lineOf(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return `${entry.depth} said ${entry.place.source}:${entry.place.offset}${entry.place.pointer}`;
    case 'call':
      return `${entry.depth} call ${entry.id}`;
    case 'compaction':
      return `${entry.depth} compaction`;
    case 'thread':
      return `${entry.depth} thread ${entry.thread.id}${entry.isAdrift ? ' adrift' : ''}`;
  }
}

async function told(conversation: Conversation): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of conversation.entries()) lines.push(lineOf(entry));
  return lines;
}

describe('Conversation', () => {
  it('goes by file, place, and the number of a block', async () => {
    const places = [said('main', 1, 0), said('main', 0, 9, '/c/10'), said('main', 0, 9, '/c/2'), said('main', 0, 3)];
    expect(await told(new Conversation(session(), among(places)))).toEqual([
      '0 said 0:3',
      '0 said 0:9/c/2',
      '0 said 0:9/c/10',
      '0 said 1:0',
    ]);
  });

  it('lists subagents below their call, and compactions where they happened', async () => {
    const places = [
      called('one', 'main', 0, 1),
      called('two', 'main', 0, 2),
      said('b', 1, 0),
      called('deep', 'a', 2, 0),
      said('c', 3, 0),
    ];
    const ref = { source: 0, line: 2, offset: 1, length: 1 };
    const compaction = { thread: 'main', at: null, trigger: 'auto', preTokens: null, postTokens: null, ref };
    const threads = [thread('a', 'two', 'main'), thread('b', 'one'), thread('c', 'deep', 'a')];
    expect(await told(new Conversation(session(threads, [compaction]), among(places)))).toEqual([
      '0 compaction',
      '0 call one',
      '1 thread b',
      '1 said 1:0',
      '0 call two',
      '1 thread a',
      '1 call deep',
      '2 thread c',
      '2 said 3:0',
    ]);
  });

  it('lists threads without a known call at the end, and nothing twice', async () => {
    const places = [said('main', 0, 0), called('loop', 'a', 1, 0), said('unknown', 2, 0), said('lost', 3, 0)];
    const threads = [thread('a', 'loop', 'a'), thread('lost', 'never'), thread('silent', null)];
    expect(await told(new Conversation(session(threads), among(places)))).toEqual([
      '0 said 0:0',
      '0 thread a adrift',
      '1 call loop',
      '0 thread unknown adrift',
      '1 said 2:0',
      '0 thread lost adrift',
      '1 said 3:0',
    ]);
  });

  it('bears a chain of subagents of any length', async () => {
    const ids = Array.from({ length: 5000 }, (_, i) => `t${i}`);
    const places = [called('c0', 'main', 0, 0), ...ids.map((id, i) => called(`c${i + 1}`, id, i + 1, 0))];
    const threads = ids.map((id, i) => thread(id, `c${i}`));
    const lines = await told(new Conversation(session(threads), among(places)));
    expect(lines.filter((line) => line.includes('call'))).toHaveLength(5001);
  });
});
