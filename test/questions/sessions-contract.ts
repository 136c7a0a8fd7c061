// What engines must answer about sessions, and about what happened in one.

import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENTRY_COLUMNS } from '../../src/base/entry-columns.ts';
import { isUnexpectedFailure } from '../../src/model/outcome.ts';
import type { Session } from '../../src/model/session.ts';
import type { SessionCursor, SessionRow } from '../../src/store/questions/sessions.ts';
import { type Filled, gathered, keyOf } from './filled.ts';

const NOWHERE = ['/nowhere'];

export function sessionsContract(filled: () => Filled): void {
  /** The one with the most calls. */
  function longest(): Session {
    const [first] = filled().sessions.toSorted((a, b) => b.calls.length - a.calls.length);
    if (first === undefined) throw new Error('no session');
    return first;
  }

  async function allRows(limit: number): Promise<SessionRow[]> {
    const { questions, ask } = filled();
    const question = ask();
    const rows: SessionRow[] = [];
    for (let after: SessionCursor | null = null; ; ) {
      const page = await questions.sessions.page(question, { limit, after });
      expect(page.total).toBe(filled().sessions.length);
      rows.push(...page.sessions);
      if (page.next === null) return rows;
      expect(page.sessions.length).toBe(limit);
      after = page.next;
    }
  }

  describe('which sessions there are', () => {
    it('each once, newest first, in pages of any size', async () => {
      const { sessions } = filled();
      const rows = await allRows(3);
      expect(rows.map(({ lastAt }) => lastAt ?? 0)).toEqual(
        rows.map(({ lastAt }) => lastAt ?? 0).toSorted((a, b) => b - a),
      );
      expect(rows.map(({ id, calls, failures }) => [id, calls, failures]).sort()).toEqual(
        sessions.map(({ id, calls }) => [id, calls.length, calls.filter(isUnexpectedFailure).length]).sort(),
      );
      expect(await allRows(1000)).toEqual(rows);
      const [row] = rows;
      if (row === undefined) throw new Error('no session');
      expect(await filled().questions.sessions.get(row)).toEqual(row);
    });

    it('those that fit a filter, by what they are or by a call', async () => {
      const { questions, sessions, ask } = filled();
      const idsOf = async (text: string): Promise<string[]> =>
        (await questions.sessions.page(ask(text), { limit: 1000 })).sessions.map(({ id }) => id).sort();
      const withShell = sessions.filter(({ calls }) => calls.some(({ toolId }) => toolId === 'shell'));
      expect(await idsOf('toolid:shell')).toEqual(withShell.map(({ id }) => id).sort());
      expect(await idsOf('agent:codex')).toEqual(
        sessions.flatMap(({ agent, id }) => (agent === 'codex' ? [id] : [])).sort(),
      );
      expect(await questions.sessions.page({ ...ask(), places: NOWHERE }, { limit: 5 })).toEqual({
        sessions: [],
        next: null,
        total: 0,
      });
    });

    it('by name: the beginning of an id, the places, a short id', async () => {
      const { questions, sessions, logs } = filled();
      const { agent, id } = longest();
      const found = await questions.sessions.find(id, [logs]);
      expect(found.map((one) => one.id)).toEqual([id]);
      const [short = ''] = await questions.sessions.shortIds([id]);
      expect(short.length).toBeGreaterThanOrEqual(8);
      expect(sessions.filter((one) => one.id.startsWith(short)).map((one) => one.id)).toEqual([id]);
      expect(await questions.sessions.find(id, NOWHERE)).toEqual([]);
      expect(await questions.sessions.isKnown({ agent, id }, [logs])).toBe(true);
      expect(await questions.sessions.isKnown({ agent, id }, NOWHERE)).toBe(false);
      expect(await questions.sessions.isKnown({ agent, id: 'no such session' }, [logs])).toBe(false);
      expect((await questions.sessions.below([logs])).map((one) => one.id).sort()).toEqual(
        sessions.map((one) => one.id).sort(),
      );
      expect((await questions.sessions.briefs()).map((one) => one.session).sort()).toEqual(
        sessions.map((one) => one.id).sort(),
      );
    });
  });

  describe('what is known of a session', () => {
    it('its head, its detail and its files', async () => {
      const { questions } = filled();
      const session = longest();
      const { fields, threads, compactions, usage } = session;
      const summary = await questions.sessions.summary(session);
      const row = await questions.sessions.get(session);
      expect(summary).toMatchObject({ id: session.id, title: row?.title, project: row?.project, threads, compactions });
      expect([...summary.paths.values()].sort()).toEqual(session.sources.map(({ path }) => path).sort());
      expect(await questions.sessions.detail(session)).toMatchObject({ fields, threads, compactions, usage });
      expect(await questions.sessions.title(session)).toBe(row?.title ?? row?.project ?? '');
      expect(await questions.sessions.project(session)).toBe(row?.project);
      const sources = await questions.sessions.sources(session);
      const logs = sources.filter(({ ledger }) => ledger !== null);
      expect(logs.map(({ path, bytes, isGone, addsUp }) => [path, bytes, isGone, addsUp])).toEqual(
        session.sources.map(({ path, bytes }) => [path, bytes, false, true]),
      );
      const unknown = { agent: 'claude-code', id: 'no such session' };
      const [none, files] = await questions.sessions.files([unknown, session]);
      expect(none).toEqual([]);
      expect(files?.filter(({ isLog }) => isLog)).toEqual(
        logs.map(({ path, modifiedAt, isGone }) => ({ path, modifiedAt, isGone, isLog: true })),
      );
      for (const { path, modifiedAt } of files ?? []) expect(modifiedAt).toBeCloseTo(statSync(path).mtimeMs, 0);
    });

    it('its attempts, and what it is doing', async () => {
      const { questions } = filled();
      const session = longest();
      const attempts = await questions.sessions.attempts(session);
      expect(attempts.map(({ callId, status, failure }) => [callId, status, failure?.code])).toEqual(
        session.calls.map(({ callId, status, failure }) => [callId, status, failure?.code]),
      );
      const { openCalls, lastMessage } = await questions.sessions.liveFacts(session);
      expect(openCalls).toEqual([]);
      const last = session.messages.findLast(({ thread }) => thread === 'main');
      expect(lastMessage).toEqual(last === undefined ? null : { what: last.what, at: last.at, ref: last.ref });
    });

    it('nothing of one that is not there', async () => {
      const { sessions, content } = filled().questions;
      const key = { agent: 'claude-code', id: 'no such session' };
      expect([await sessions.get(key), await sessions.detail(key), await sessions.sources(key)]).toEqual([
        undefined,
        undefined,
        [],
      ]);
      expect([await sessions.title(key), await sessions.attempts(key), await sessions.files([key])]).toEqual([
        null,
        [],
        [[]],
      ]);
      await expect(sessions.summary(key)).rejects.toThrow('no longer in the index');
      await expect(content.whole(key)).rejects.toThrow('no longer in the index');
      expect(await gathered(asBatches(content.entries(key, 10)))).toEqual([]);
    });
  });

  describe('what happened in a session', () => {
    it('as a whole: calls, messages, requests and hooks, as often as they are asked for', async () => {
      const { questions, sessions } = filled();
      for (const session of sessions) {
        const whole = await questions.content.whole(session);
        const calls = (await gathered(whole.calls())).filter(({ copyOf }) => copyOf === null);
        expect(calls.map(({ call }) => keyOf(call))).toEqual(session.calls.map(keyOf));
        expect((await gathered(whole.calls())).length).toBeGreaterThanOrEqual(calls.length);
        expect(await gathered(whole.messages())).toEqual(expect.arrayContaining([...session.messages]));
        expect((await whole.requests()).length).toBe(session.requests.length);
        expect((await whole.hooks()).length).toBe(session.hooks.length);
        expect(whole.pathOf(0)).toBe(session.sources[0]?.path);
      }
    });

    it('as entries in columns, and the numbers of those that fit', async () => {
      const { questions, ask } = filled();
      const session = longest();
      const chunks: Record<string, readonly unknown[]>[] = [];
      for await (const line of questions.content.entries(session, 50)) chunks.push(JSON.parse(line));
      expect(chunks.every((chunk) => ENTRY_COLUMNS.every((column) => Array.isArray(chunk[column])))).toBe(true);
      const column = (name: string): unknown[] => chunks.flatMap((chunk) => chunk[name] ?? []);
      expect(column('kind').length).toBe(await questions.content.entryCount(session));
      const keys = column('key').filter((_, i) => column('kind')[i] === 'call');
      expect((await questions.content.matches(session, ask())).toSorted()).toEqual(keys.toSorted());
      expect(await questions.content.matches(session, ask('toolid:no-such-tool'))).toEqual([]);
      const [first] = session.calls;
      const callIds = [first?.callId ?? ''];
      const changed: string[] = [];
      const after = new Map(session.sources.map((_, source) => [source, Number.MAX_SAFE_INTEGER]));
      for await (const line of questions.content.entries(session, 50, { callIds, after })) changed.push(line);
      expect(changed.flatMap((line) => JSON.parse(line).callId)).toEqual(callIds);
    });

    it('as places, each of which leads to its call or message', async () => {
      const { content } = filled().questions;
      const session = longest();
      const { threads, of } = await content.places(session);
      let calls = 0;
      let said = 0;
      for (const thread of threads) {
        for (const place of await gathered(of(thread))) {
          if (place.call === null) {
            said++;
            expect(await content.message(session, place)).toMatchObject({ thread, pointer: place.pointer });
          } else {
            calls++;
            const found = await content.call(session, place.call.id, place.call.occurrence);
            expect(found?.call).toMatchObject({ thread, callId: place.call.id });
          }
        }
      }
      expect(calls).toBeGreaterThanOrEqual(session.calls.length);
      expect(said).toBeGreaterThan(0);
      expect(await content.call(session, 'no such call', 1)).toBeUndefined();
      expect(await content.message(session, { source: 0, offset: -5, pointer: '' })).toBeUndefined();
    });
  });
}

async function* asBatches(lines: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  for await (const line of lines) yield [line];
}
