// Tests searching threads of the RAP runtime, which are sessions in its database: found by what their events say.

import { expect, test } from 'vitest';
import { Indexer } from '../../src/library/indexer.ts';
import { rapPath } from '../../src/rap/store/rap-store.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { sessionPath } from '../../src/sources/kinds/databases.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { afterwards, post, register, resultFor, startServer } from '../rap/harness.ts';
import { storeIn } from '../support/engine.ts';

test('a thread is searched like a log', async () => {
  const server = await startServer();
  await post(`${server.url}/rap/v1/threads`, { group_id: 'release', title: 'Release 7' });
  const deploy = await register(server, 'release', { id: 'deploy', operation: 'deploy', arguments: { app: 'quince' } });
  await post(deploy.callback_url, resultFor(deploy, { text: 'Deployed the quince shop.' }));
  const store = await openStoreToWrite(await storeIn(server.folder));
  const indexer = new Indexer(store.index);
  afterwards(() => indexer.close().then(() => store.close()));
  const places = [rapPath(server.folder)];
  await indexer.sweep(places);

  const search = new LibrarySearch(store.questions);
  const path = sessionPath({ database: rapPath(server.folder), session: 'release' });
  const { hits } = await search.page({ query: 'quince agent:rap', places, limit: 10 });
  expect(
    hits.map(({ session, path: found, call, pointer }) => [session, found, call?.call.callId, call?.part, pointer]),
  ).toEqual([
    ['release', path, 'deploy', 'result', '/body/text'],
    ['release', path, 'deploy', 'input', '/body/arguments/app'],
  ]);
  expect(hits.every(({ at }) => at !== null)).toBe(true);
  const evidence = hits[0]?.call?.call.evidence ?? [];
  // The result came after the request.
  expect(hits.map(({ offset }) => offset)).toEqual(evidence.map(({ offset }) => offset).reverse());
  expect((await search.page({ query: 'quince status:error', places, limit: 10 })).hits).toEqual([]);
});
