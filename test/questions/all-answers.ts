// Answers to all questions, as plain data without an engine's own numbers: for tests that compare two engines.

import type { CallOrder } from '../../src/store/questions/call-order.ts';
import type { CallQuestion } from '../../src/store/questions/call-question.ts';
import type { CallCursor, CallWithPaths } from '../../src/store/questions/calls.ts';
import type { FileTouch } from '../../src/store/questions/file-sum.ts';
import type { SessionCursor } from '../../src/store/questions/sessions.ts';
import type { FailedCall, StatsBy } from '../../src/store/questions/stats.ts';
import type { Questions } from '../../src/store/questions.ts';
import type { SessionKey } from '../../src/store/session-batch.ts';
import { gathered } from './filled.ts';

/** The name of a question, and its answer. */
export type Answer = readonly [question: string, answer: unknown];

const TOUCHES: ReadonlyMap<string, FileTouch> = new Map([
  ['read', 'read'],
  ['edit', 'edit'],
  ['write', 'write'],
  ['apply-patch', 'edit'],
]);
const GROUPS: readonly StatsBy[] = ['tool', 'name', 'model', 'agent', 'project'];
const ORDERS: readonly CallOrder[] = (['at', 'ms', 'bytes', 'tool', 'status', 'agent'] as const).flatMap((by) => [
  { by, isDown: true },
  { by, isDown: false },
]);

function byText(a: unknown, b: unknown): number {
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  return x < y ? -1 : Number(x > y);
}

/** In no particular order. */
function unordered<Item>(items: Iterable<Item>): Item[] {
  return [...items].sort(byText);
}

function found({ call, pathOf }: CallWithPaths): unknown {
  return { call, files: call.evidence.map(({ source }) => pathOf(source)) };
}

async function callPages(questions: Questions, question: CallQuestion, order: CallOrder): Promise<unknown[]> {
  const pages: unknown[] = [];
  let after: CallCursor | null = null;
  for (let i = 0; i < 3; i++) {
    const { calls, next }: Awaited<ReturnType<Questions['calls']['page']>> = await questions.calls.page(question, {
      limit: 7,
      after,
      order,
    });
    pages.push({
      calls: calls.map(({ call }) => `${call.session} ${call.callId} ${call.occurrence}`),
      next: next?.value,
    });
    if (next === null) return pages;
    after = next;
  }
  return pages;
}

async function sessionPages(questions: Questions, question: CallQuestion): Promise<unknown[]> {
  const pages: unknown[] = [];
  let after: SessionCursor | null = null;
  for (let i = 0; i < 4; i++) {
    const { sessions, total, next }: Awaited<ReturnType<Questions['sessions']['page']>> = await questions.sessions.page(
      question,
      { limit: 5, after },
    );
    pages.push({ sessions, total, lastAt: next?.lastAt });
    if (next === null) return pages;
    after = next;
  }
  return pages;
}

async function failures(questions: Questions, question: CallQuestion, all: boolean): Promise<unknown> {
  const { classes, timeline } = await questions.stats.failures(question, {
    withExpected: all,
    withMasked: all,
    buckets: 40,
  });
  const named = async ({ key, at, recovery }: FailedCall): Promise<unknown> => [
    (await questions.stats.ownersOf([key]))[0],
    (await questions.stats.failureWords([key]))[0],
    at,
    recovery,
  ];
  const told: unknown[] = [];
  for (const { calls, ...which } of classes) {
    told.push({ ...which, count: calls.length, first: await Promise.all(calls.slice(0, 5).map(named)) });
  }
  return { classes: unordered(told), timeline };
}

async function fileSums(questions: Questions, question: CallQuestion): Promise<unknown> {
  const { sums, several } = await questions.files.sums({ ...question, touches: TOUCHES });
  return {
    sums: unordered([...sums].map(([path, sum]) => [path, sum, sum.sessions])),
    several: several.map(({ touch, at, done }) => ({ touch, at, done })),
  };
}

/** What can be asked with a filter; of the orders of calls some in turn. */
export async function* filteredAnswers(
  questions: Questions,
  question: CallQuestion,
  turn: number,
): AsyncGenerator<Answer> {
  const { calls, stats, files } = questions;
  yield ['calls.newest', (await gathered(calls.newest(question))).map(found)];
  yield ['calls.newest of 10', (await gathered(calls.newest(question, 10))).map(found)];
  for (const order of ORDERS.filter((_, i) => i % 4 === turn % 4)) {
    const name = `calls.page by ${order.by} ${order.isDown ? 'down' : 'up'}`;
    yield [name, await callPages(questions, question, order)];
  }
  for (const by of GROUPS) yield [`stats.groups by ${by}`, await stats.groups(question, by)];
  yield ['stats.toolsOverTime', await stats.toolsOverTime(question, 60)];
  yield ['stats.days', await stats.days(question)];
  for (const buckets of [1, 12, 300]) yield [`stats.timeline of ${buckets}`, await stats.timeline(question, buckets)];
  yield ['stats.outcomes', await stats.outcomes(question)];
  yield ['stats.costs', await stats.costs(question)];
  yield ['stats.hooks', await stats.hooks(question)];
  yield ['stats.permissions', await stats.permissions(question)];
  const { work } = await stats.background(question, { limit: 9 });
  yield ['stats.background', work.map(({ call, pathOf, ...rest }) => ({ ...rest, call: found({ call, pathOf }) }))];
  for (const all of [false, true]) yield [`stats.failures ${all}`, await failures(questions, question, all)];
  const touched = await files.touched({ ...question, touches: TOUCHES });
  yield ['files.touched', touched];
  const [one] = touched;
  if (one !== undefined) {
    const file = one.path.startsWith('/') ? one.path : `${one.project}/${one.path}`;
    yield ['files.touched of one', await files.touched({ ...question, touches: TOUCHES, file })];
  }
  yield ['files.sums', await fileSums(questions, question)];
  yield ['sessions.page', await sessionPages(questions, question)];
}

interface EntryChunk {
  readonly key: readonly number[];
  readonly callId: readonly string[];
  readonly occurrence: readonly number[];
}

/** Entries without keys, and which calls have them. */
async function entriesOf(questions: Questions, key: SessionKey): Promise<readonly [unknown, Map<number, string>]> {
  const names = new Map<number, string>();
  const chunks: unknown[] = [];
  for await (const line of questions.content.entries(key, 64)) {
    const { key: keys, ...rest }: EntryChunk = JSON.parse(line);
    for (const [i, number] of keys.entries()) names.set(number, `${rest.callId[i]} ${rest.occurrence[i]}`);
    chunks.push(JSON.stringify({ keys: keys.map((number) => number > 0), ...rest }));
  }
  return [chunks, names];
}

/** What can be asked about one session. */
export async function* sessionAnswers(
  questions: Questions,
  key: SessionKey,
  filters: readonly CallQuestion[],
): AsyncGenerator<Answer> {
  const { sessions, content, calls } = questions;
  const places = filters[0]?.places ?? [];
  yield ['sessions.get', await sessions.get(key)];
  yield ['sessions.find', await sessions.find(key.id.slice(0, 4), places)];
  yield ['sessions.isKnown', await sessions.isKnown(key, places)];
  yield ['sessions.title', [await sessions.title(key), await sessions.project(key)]];
  const { paths, ...summary } = await sessions.summary(key);
  yield ['sessions.summary', { ...summary, paths: [...paths] }];
  yield ['sessions.detail', await sessions.detail(key)];
  yield [
    'sessions.sources',
    (await sessions.sources(key)).map((source) => ({ ...source, ledger: tables(source.ledger) })),
  ];
  yield ['sessions.attempts', await sessions.attempts(key)];
  yield ['sessions.liveFacts', await sessions.liveFacts(key)];
  yield ['sessions.files', await sessions.files([key])];
  yield ['sessions.shortIds', await sessions.shortIds([key.id])];
  const whole = await content.whole(key);
  const [wholeCalls, messages] = [await gathered(whole.calls()), await gathered(whole.messages())];
  const { calls: _, messages: __, requests, hooks, pathOf, ...said } = whole;
  yield ['content.whole', { ...said, requests: await requests(), hooks: await hooks(), first: pathOf(0) }];
  yield ['content.whole calls', wholeCalls];
  yield ['content.whole messages', messages];
  yield ['content.entryCount', await content.entryCount(key)];
  const [chunks, names] = await entriesOf(questions, key);
  yield ['content.entries', chunks];
  for (const question of filters) {
    const fitting = await content.matches(key, question);
    yield ['content.matches', fitting.map((number) => names.get(number)).sort()];
  }
  const stood = await content.places(key);
  for (const thread of stood.threads) {
    const batches = await gathered(stood.of(thread));
    yield [
      `content.places of ${thread}`,
      batches.sort((a, b) => a.source - b.source || a.offset - b.offset || byText(a, b)),
    ];
    const spoken = batches.find(({ call }) => call === null);
    if (spoken !== undefined) yield ['content.message', await content.message(key, spoken)];
  }
  const changed = wholeCalls.slice(-5).map(({ call }) => call.callId);
  const after = new Map([[0, messages.at(Math.floor(messages.length / 2))?.ref.offset ?? 0]]);
  const lines: unknown[] = [];
  for await (const line of content.entries(key, 64, { callIds: changed, after })) {
    const { key: keys, ...rest }: EntryChunk = JSON.parse(line);
    lines.push([keys.length, rest]);
  }
  yield ['content.entries that changed', lines];
  for (const { call } of wholeCalls.slice(0, 3)) {
    yield ['content.call', await content.call(key, call.callId, call.occurrence)];
    const named = await calls.get(call);
    yield ['calls.get', named === undefined ? null : { call: named.call, paths: [...named.paths] }];
    const wanted = { prefix: call.callId.slice(0, 9), places, session: key.id.slice(0, 6) };
    yield ['calls.find', (await calls.find(wanted)).map((one) => ({ call: one.call, paths: [...one.paths] }))];
    yield ['calls.shortIds', await calls.shortIds([call.callId])];
    for (const question of filters) {
      const ofCall = await calls.changed(question, key, call.callId);
      yield ['calls.changed', ofCall.map((one) => [found(one), one.project])];
    }
  }
  yield ['calls.several', await calls.several(wholeCalls.slice(0, 5).map(({ call }) => call))];
  const since = await calls.changedSince(filters[0] ?? never(), key, whole.startedAt ?? 0);
  yield ['calls.changedSince', since.map((one) => [found(one), one.project])];
}

function never(): never {
  throw new Error('There is no filter.');
}

function tables(ledger: unknown): unknown {
  return typeof ledger === 'object' && ledger !== null
    ? Object.fromEntries(
        Object.entries(ledger).map(([name, value]) => [name, value instanceof Map ? unordered(value) : value]),
      )
    : ledger;
}

/** What can be asked of everything. */
export async function* libraryAnswers(questions: Questions, question: CallQuestion): AsyncGenerator<Answer> {
  const { places, families } = question;
  const { health, search, sessions, stats, calls } = questions;
  yield ['sessions.below', unordered(await sessions.below(places))];
  yield ['sessions.briefs', unordered(await sessions.briefs())];
  yield ['stats.turnHooks', unordered(await stats.turnHooks())];
  const { indexBytes: _, ...totals } = await health.totals();
  yield ['health.totals', totals];
  yield ['health.placeTotals', await health.placeTotals(places)];
  yield ['health.unreadSessions', [await health.unreadSessions(places), await health.unreadSessions(['/nowhere'])]];
  yield ['health.coversAll', [await health.coversAll(places), await health.coversAll(['/nowhere'])]];
  yield [
    'health.files',
    unordered((await gathered(health.files(places))).map((file) => ({ ...file, ledger: tables(file.ledger) }))),
  ];
  yield ['health.problems', unordered(await gathered(health.problems(places)))];
  const ledgers = await health.ledgerTotals();
  yield ['health.ledgerTotals', { total: tables(ledgers.total), wrong: ledgers.wrong, unknown: ledgers.unknown }];
  for (const unknown of ledgers.unknown) yield ['health.unknownExample', (await health.unknownExample(unknown))?.bytes];
  for (const generic of ['generic', 'shell']) {
    yield [`health.undefinedTools ${generic}`, await health.undefinedTools(places, generic)];
  }
  yield ['health.versions', await health.versions(places)];
  yield ['health.filesBelow', await health.filesBelow([...places, '/nowhere'])];
  yield [
    'health.largestFiles',
    (await health.largestFiles(places, 1000)).map(({ path, bytes }) => [bytes, path]).sort(byText),
  ];
  const present = await health.presentFiles(places, places);
  yield ['health.presentFiles', unordered(present)];
  yield [
    'health.isKnownLog',
    [await health.isKnownLog(places, present[0]?.path ?? ''), await health.isKnownLog(places, '/no')],
  ];
  yield ['filterValues', await questions.filterValues(places)];
  const unclassed = await calls.unclassed({
    places,
    codes: new Set(['exit-code', 'failed']),
    arriving: new Set(['claude-code', 'codex']),
    most: 4,
  });
  yield ['calls.unclassed', unclassed.map(({ read, ...group }) => ({ ...group, read: read.map(found) }))];
  const logs = await search.logs(places);
  yield ['search.logs', logs.map(({ key: __, sessionKey: ___, ...log }) => log)];
  for (const log of logs.slice(0, 20)) {
    yield [
      'search.textChunks',
      [...(await search.textChunks([log.key])).values()].flat().map(({ body }) => Buffer.from(body).toString('base64')),
    ];
    yield ['search.session', await search.session(log.sessionKey)];
    const ids = [...(await search.callIds(log.sessionKey, { type: 'all' }, families))].sort();
    yield ['search.callIds', ids];
    const lines = [...(await search.callLines(log.sessionKey, { type: 'all' }, families))];
    yield ['search.callLines', lines.sort(([a], [b]) => (a < b ? -1 : 1))];
    yield ['search.hasCall', await search.hasCall(log.sessionKey, { type: 'all' }, families)];
    for (const id of ids.slice(0, 2)) yield ['search.calls', await search.calls(log.sessionKey, id)];
  }
}
