// Tests that a scope leaves out, before anything is made of a line, exactly what it would leave out of all hits afterwards.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { sessionFacts } from '../../src/model/filter/session-facts.ts';
import { LibrarySearch, type SearchHit } from '../../src/search/library-search.ts';
import { parseScopedQuery } from '../../src/search/text/scoped-query.ts';
import { SearchScope } from '../../src/search/text/search-scope.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import type { SearchedSession } from '../../src/store/questions/search.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { newFolder } from '../index/support.ts';
import { storeIn } from '../support/engine.ts';
import { writingOf } from '../support/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscope-scoped-'));
let index: LibraryIndex;

beforeAll(async () => {
  generateLibrary({ dir: folder, bytes: 1_500_000, filesTarget: 12, seed: 'scoped search' });
  index = await openLibraryIndex(await storeIn(newFolder()));
  await index.indexer?.sweep([folder]);
  await new TextIndexWriter(writingOf(index), index.open, { isEager: true }).catchUp();
}, 240_000);

afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

async function hitsOf(query: string): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  const search = new LibrarySearch(index.questions, index.open);
  for await (const { hit } of search.hits({ query, places: [folder], now: 0 })) hits.push(hit);
  return hits;
}

/** Hits of the whole library, told one by one whether they are in the scope. */
async function inScope(all: readonly SearchHit[], query: string): Promise<SearchHit[]> {
  const { search } = index.questions;
  const sessions = new Map<string, SearchedSession | undefined>();
  for (const { path, sessionKey } of await search.logs([folder])) sessions.set(path, await search.session(sessionKey));
  const scope = new SearchScope(parseScopedQuery(query, 0).scope);
  return all.filter(({ call, agent, session, thread, at, path }) => {
    const found = sessions.get(path) ?? { live: false, fields: {}, threads: [] };
    const facts = sessionFacts(found, { familyOf: (toolId) => TOOL_FAMILIES.get(toolId) });
    if (call !== null) return scope.fitsCall(call.call, facts);
    return scope.fitsSpoken({ agent, session, thread, model: null, at }, facts);
  });
}

describe('a search in a scope', () => {
  it.each([
    'tool:Bash',
    'status:error',
    'tool:shell status:error',
    '-tool:Bash',
    'is:subagent',
    'is:main',
    '-is:main tool:Read',
    'is:main OR status:error',
    'agent:codex is:main',
    'agent:codex OR tool:Edit',
    '-status:ok',
    'tool:nothing',
  ])('%s', { timeout: 60_000 }, async (scope) => {
    const all = await hitsOf('the');
    // Whose copies are told with another session's hit depends on the scope.
    const copied = new Set(all.flatMap(({ copies = [], session }) => (copies.length === 0 ? [] : [session])));
    const own = ({ session, copies }: SearchHit): boolean => !copied.has(session) && copies === undefined;
    const query = `the (${scope})`;
    const found = (await hitsOf(query)).filter(own);
    expect(found).toEqual((await inScope(all, query)).filter(own));
    expect(all.length).toBeGreaterThan(100);
  });
});
