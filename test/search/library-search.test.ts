// Tests searching a library through its index: what a hit says, the scope, pages that go on while logs grow, logs the
// text index does not cover yet, and files that are gone.

import { appendFileSync, copyFileSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { LibrarySearch, type SearchHit, type SearchRequest } from '../../src/search/library-search.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { newFolder } from '../index/support.ts';
import { assistantMessage, ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { bytesIn, changeTables, writingOf } from '../support/tables.ts';

const OLD = '11111111-2222-4333-8444-555555555555';
const YOUNG = '99999999-2222-4333-8444-555555555555';
const NOW = Date.UTC(2026, 2, 8, 9);

function library(): string {
  const old = new ClaudeLog(OLD, { cwd: '/home/dev/orchard' });
  old.prompt('plant quinces');
  old.call('toolu_a', 'Bash', { command: 'grep -n "Quince" trees.md' });
  old.result('toolu_a', 'Exit code 2\nno quince here', { isError: true });
  old.say('The quince is not in the list.');
  const young = new ClaudeLog(YOUNG, { cwd: '/home/dev/meadow' }).wait(6 * 86_400_000);
  young.prompt('no fruit here');
  young.call('toolu_b', 'Read', { file_path: '/home/dev/orchard/quince_rows.ts' });
  young.result('toolu_b', 'const rows = 3;');
  return folderWith({ [`p/${OLD}.jsonl`]: old.text(), [`p/${YOUNG}.jsonl`]: young.text() });
}

const open: LibraryIndex[] = [];

afterEach(async () => {
  for (const index of open.splice(0)) await index.close();
});

interface Opened {
  readonly folder: string;
  readonly index: LibraryIndex;
  readonly search: LibrarySearch;
  readonly place: string;
}

async function indexed(place = library(), { withTexts = true } = {}): Promise<Opened> {
  const folder = newFolder();
  const index = await openLibraryIndex(await storeIn(folder), { now: () => NOW });
  open.push(index);
  await index.indexer?.sweep([place]);
  if (withTexts) await new TextIndexWriter(writingOf(index), index.open, { isEager: true }).catchUp();
  return { folder, index, search: new LibrarySearch(index.questions, index.open), place };
}

function brief({ session, line, call, said, pointer }: SearchHit): string {
  const home = call === null ? (said ?? 'record') : `${call.call.tool} ${call.part}`;
  return `${session.slice(0, 1)}:${line} ${home} ${pointer}`;
}

async function found({ search, place }: Opened, query: string, more: Partial<SearchRequest> = {}): Promise<string[]> {
  const { hits } = await search.page({ query, places: [place], limit: 100, now: NOW, ...more });
  return hits.map(brief);
}

const EVERYTHING = [
  '9:2 Read input /message/content/0/input/file_path',
  '1:4 answer /message/content/0/text',
  '1:3 Bash result /message/content/0/content',
  '1:2 Bash input /message/content/0/input/command',
  '1:1 prompt /message/content',
];

describe('LibrarySearch', () => {
  it('knows files of a session that have come since the last search', async () => {
    const library = await indexed();
    await found(library, 'quince');
    const log = join(library.place, 'p', `${OLD}.jsonl`);
    const again = join(library.place, 'q', `${OLD}.jsonl`);
    mkdirSync(join(library.place, 'q'));
    copyFileSync(log, again);
    await library.index.indexer?.sweep([library.place]);
    const { hits } = await library.search.page({ query: 'trees.md', places: [library.place], limit: 5, now: NOW });
    const places = hits.map(({ path, call, copies }) => [path, call?.call.copies.map(({ file }) => file), copies]);
    expect(places).toEqual([[log, [again], [expect.objectContaining({ session: OLD, path: again, line: 2 })]]]);
  });

  it('finds a record once whose log lies twice, and each of two that say the same at one moment, on whichever page', async () => {
    const place = library();
    const double = new ClaudeLog(OLD);
    for (const uuid of ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002']) {
      const message = { role: 'user', content: 'two quinces' };
      double.raw({ type: 'user', uuid, parentUuid: null, sessionId: OLD, timestamp: '2026-03-01T12:00:00Z', message });
    }
    double.raw({ type: 'summary', summary: 'All about quinces', leafUuid: 'aaaaaaaa-0000-4000-8000-000000000002' });
    const log = join(place, 'p', `${OLD}.jsonl`);
    appendFileSync(log, double.text());
    mkdirSync(join(place, 'q'));
    const once = await indexed(place);
    const expected = await found(once, 'quince');
    expect(expected).toHaveLength(EVERYTHING.length + 3);
    copyFileSync(log, join(place, 'q', `${OLD}.jsonl`));
    linkSync(join(place, 'p', `${YOUNG}.jsonl`), join(place, 'q', `${YOUNG}.jsonl`));
    const twice = await indexed(place);
    expect(await found(twice, 'quince')).toEqual(expected);
    const paged: string[] = [];
    for (let after: SearchRequest['after'] = null; ; ) {
      const page = await twice.search.page({ query: 'quince', places: [place], limit: 1, now: NOW, after });
      paged.push(...page.hits.map(brief));
      if (page.next === null) break;
      after = page.next;
    }
    expect(paged).toEqual(expected);
  });

  it('asks a scope of every call and word in a record that hold the text', async () => {
    const log = new ClaudeLog(OLD);
    const use = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input });
    const content = [
      { type: 'text', text: 'Two looks at the medlar.' },
      use('toolu_a', 'Bash', { command: 'grep medlar trees.md' }),
      use('toolu_b', 'Read', { file_path: '/home/dev/orchard/medlar.md' }),
    ];
    log.add('assistant', { message: assistantMessage('msg_one', content) });
    const answer = (id: string, text: string): object => ({ type: 'tool_result', tool_use_id: id, content: text });
    log.add('user', {
      message: { role: 'user', content: [answer('toolu_a', 'medlar: 2'), answer('toolu_b', 'The medlar, pruned.')] },
    });
    const library = await indexed(folderWith({ [`p/${OLD}.jsonl`]: log.text() }));
    const first = ['1:2 Bash result /message/content/0/content', '1:1 answer /message/content/0/text'];
    const bash = ['1:2 Bash result /message/content/0/content', '1:1 Bash input /message/content/1/input/command'];
    const read = ['1:2 Read result /message/content/1/content', '1:1 Read input /message/content/2/input/file_path'];
    expect(await found(library, 'medlar')).toEqual(first);
    expect(await found(library, 'medlar tool:Bash')).toEqual(bash);
    expect(await found(library, 'medlar tool:Read')).toEqual(read);
    expect(await found(library, 'medlar trees tool:Read')).toEqual(read.slice(1));
    expect(await found(library, 'medlar -pruned tool:Read')).toEqual(read.slice(1));
    expect(await found(library, 'medlar tool:Edit')).toEqual([]);
  });

  it('finds pieces of words and paths in either case, newest first, and says what they are in', async () => {
    const library = await indexed();
    expect(await found(library, 'quince')).toEqual(EVERYTHING);
    const { hits } = await library.search.page({ query: 'quince_rows', places: [library.place], limit: 5, now: NOW });
    expect(hits).toEqual([
      {
        agent: 'claude-code',
        session: YOUNG,
        title: 'no fruit here',
        project: '/home/dev/meadow',
        thread: 'main',
        path: join(library.place, 'p', `${YOUNG}.jsonl`),
        source: 0,
        line: 2,
        offset: expect.any(Number),
        length: expect.any(Number),
        pointer: '/message/content/0/input/file_path',
        inner: null,
        at: Date.UTC(2026, 2, 7, 9, 0, 2),
        call: { call: expect.objectContaining({ callId: 'toolu_b', status: 'ok', toolId: 'read' }), part: 'input' },
        said: null,
        snippet: { text: '/home/dev/orchard/quince_rows.ts', highlights: [[18, 29]] },
      },
    ]);
  });

  it.each<[string, number[]]>([
    ['"\\"Quince\\" trees"', [3]],
    ['ows*', []],
    ['/quince_[a-z]+/', [0]],
    ['quince list', [1]],
    ['quince -list', [0, 2, 3, 4]],
    ['quince tool:Bash', [2, 3]],
    ['quince tool:shell status:error', [2, 3]],
    ['quince status:ok', [0]],
    ['quince -tool:Bash', [0, 1, 4]],
    ['quince project:orchard', [1, 2, 3, 4]],
    ['quince project:meadow', [0]],
    ['quince project:meadow tool:Bash', []],
    ['quince since:2d', [0]],
    ['quince before:2026-03-05', [1, 2, 3, 4]],
    ['quince (tool:Read OR project:orchard)', [0, 1, 2, 3, 4]],
    ['quince is:main agent:claude', [0, 1, 2, 3, 4]],
    ['quince agent:codex', []],
    ['quince session:9', [0]],
    ['quince blame:expected', []],
  ])('%s', async (query, expected) => {
    expect(await found(await indexed(), query)).toEqual(expected.map((at) => EVERYTHING[at]));
  });

  it('finds what forked sessions copied once, with the other places, on whichever page', async () => {
    const original = new ClaudeLog(OLD);
    original.prompt('plant quinces');
    original.call('toolu_a', 'Bash', { command: 'grep quince trees.md' });
    original.result('toolu_a', 'quince: 3', { isError: false });
    const fork = (session: string): string => original.text().replaceAll(OLD, session);
    const later = new ClaudeLog(OLD).wait(3_600_000);
    later.prompt('quinces again');
    const place = folderWith({
      [`p/${OLD}.jsonl`]: original.text(),
      [`p/${YOUNG}.jsonl`]:
        fork(YOUNG) + later.text().replaceAll(OLD, YOUNG).replaceAll('-0000-4000-8000-', '-1111-4111-8111-'),
    });
    const opened = await indexed(place);
    const { search } = opened;
    const { hits } = await search.page({ query: 'quince', places: [place], limit: 10, now: NOW });
    const summary = (hit: SearchHit): string => `${brief(hit)} +${(hit.copies ?? []).map(({ line }) => line).join()}`;
    const once = [
      '9:4 prompt /message/content +',
      '1:3 Bash result /message/content/0/content +3',
      '1:2 Bash input /message/content/0/input/command +2',
      '1:1 prompt /message/content +1',
    ];
    expect(hits.map(summary)).toEqual(once);
    const paged: SearchHit[] = [];
    for (let after: SearchRequest['after'] = null; ; ) {
      const page = await search.page({ query: 'quince', places: [place], limit: 1, now: NOW, after });
      paged.push(...page.hits);
      if (page.next === null) break;
      after = page.next;
    }
    expect(paged.map(brief)).toEqual(hits.map(brief));
    // A scope that only the copy fits has the copy.
    expect(await found(opened, `trees.md session:${YOUNG}`)).toEqual([
      '9:2 Bash input /message/content/0/input/command',
    ]);
  });

  it('goes on where a page ended, whatever was written since', async () => {
    const library = await indexed();
    const request = { query: 'quince', places: [library.place], limit: 2, now: NOW };
    const first = await library.search.page(request);
    expect([first.hits.map(brief), first.report.end]).toEqual([EVERYTHING.slice(0, 2), 'limit']);
    const log = new ClaudeLog(YOUNG, { cwd: '/home/dev/meadow' }).wait(6 * 86_400_000 + 60_000);
    log.say('One more quince.');
    appendFileSync(join(library.place, 'p', `${YOUNG}.jsonl`), log.text());
    await library.index.indexer?.sweep([library.place]);
    const second = await library.search.page({ ...request, after: first.next });
    const third = await library.search.page({ ...request, after: second.next });
    expect(second.hits.map(brief)).toEqual(EVERYTHING.slice(2, 4));
    expect([third.hits.map(brief), third.next, third.report.end]).toEqual([EVERYTHING.slice(4), null, 'complete']);
    expect((await found(library, 'quince'))[0]).toBe('9:4 answer /message/content/0/text');
  });

  it('a first page of a regular expression ends after some work, says what it covered, and the next one has the rest', async () => {
    const opened = await indexed();
    const { search, place } = opened;
    const all = await found(opened, '/quinc\\w+/');
    expect(all.length).toBeGreaterThan(2);
    const request = { query: '/quinc\\w+/', places: [place], limit: 100, now: NOW };
    const nothing = await search.page({ ...request, workBytes: 0 });
    expect(nothing).toMatchObject({ report: { end: 'scan-limit' }, covered: { of: 2 } });
    const seen = nothing.hits.map(brief);
    expect(seen.length).toBeLessThan(all.length);
    const rest = await search.page({ ...request, after: nothing.next });
    expect([...seen, ...rest.hits.map(brief)]).toEqual(all);
    expect([rest.next, rest.covered, rest.report.end]).toEqual([null, null, 'complete']);
    // Words are found by the filters, and looked for to the end.
    expect((await search.page({ ...request, query: 'quince', workBytes: 0 })).report.end).toBe('complete');
  });

  it('finds what the text index does not cover', async () => {
    const bare = await indexed(library(), { withTexts: false });
    expect(await found(bare, 'quince')).toEqual(EVERYTHING);
    const spoilt = await indexed();
    await changeTables(spoilt.folder, `UPDATE text_chunks SET body = ${bytesIn('00010203')}`);
    expect(await found(spoilt, 'quince')).toEqual(EVERYTHING);
  });

  it('stops when it is told to, and passes over what is gone', async () => {
    const library = await indexed();
    const end = new AbortController();
    end.abort();
    await expect(found(library, 'quince', { signal: end.signal })).rejects.toThrow('aborted');
    rmSync(join(library.place, 'p', `${YOUNG}.jsonl`));
    const { hits, report } = await library.search.page({ query: 'quince', places: [library.place], limit: 9 });
    expect([hits.map(brief), report.unreadable]).toEqual([EVERYTHING.slice(1), 1]);
    expect(await found(library, 'quince', { places: [join(library.place, 'elsewhere')] })).toEqual([]);
  });
});
