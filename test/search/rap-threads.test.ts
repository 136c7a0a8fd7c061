// Tests searching threads of the RAP runtime, which are sessions without a file: found by what their events say, placed by
// their numbers, and searched beside logs.

import { expect, test } from 'vitest';
import { RapIndexer } from '../../src/library/rap-indexer.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { rapPlaces, threadPath } from '../../src/sources/rap-journal/rap-place.ts';
import { openIndex } from '../../src/store/index/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite-index.ts';
import { afterwards, post, register, resultFor, startServer } from '../rap/harness.ts';

test('a thread is searched like a log', async () => {
  const server = await startServer();
  await post(`${server.url}/rap/v1/threads`, { group_id: 'release', title: 'Release 7' });
  const deploy = await register(server, 'release', { id: 'deploy', operation: 'deploy', arguments: { app: 'quince' } });
  await post(deploy.callback_url, resultFor(deploy, { text: 'Deployed the quince shop.' }));
  const store = new SqliteIndex(openIndex(server.folder).database);
  const indexer = new RapIndexer(store, server.folder);
  afterwards(() => indexer.close().then(() => store.close()));
  await indexer.catchUp();

  const search = new LibrarySearch(store.database);
  const places = rapPlaces(server.folder);
  const { hits } = await search.page({ query: 'quince agent:rap', places, limit: 10 });
  expect(
    hits.map(({ session, path, call, pointer }) => [session, path, call?.call.callId, call?.part, pointer]),
  ).toEqual([
    ['release', threadPath(server.folder, 'release'), 'deploy', 'result', '/body/text'],
    ['release', threadPath(server.folder, 'release'), 'deploy', 'input', '/body/arguments/app'],
  ]);
  expect(hits.every(({ at }) => at !== null)).toBe(true);
  const evidence = hits[0]?.call?.call.evidence ?? [];
  // The numbers of the events: the result came after the request.
  expect(hits.map(({ offset }) => offset)).toEqual(evidence.map(({ offset }) => offset).reverse());
  expect((await search.page({ query: 'quince status:error', places, limit: 10 })).hits).toEqual([]);
});
