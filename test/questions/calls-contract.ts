// What engines must answer about calls, and about the files they touched.

import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { namesOf } from '../../src/model/whole-path.ts';
import type { CallCursor, CallWithPaths } from '../../src/store/questions/calls.ts';
import { TOOL_TOUCHES } from '../../src/tools/traits.ts';
import { type Filled, gathered, keyOf } from './filled.ts';

/** Decided by columns, by what stands in them, and only by looking at each call. */
const FILTERS = [
  '',
  'toolid:shell',
  'tool:Bas?',
  'status:error -blame:expected',
  'turn:>=2 OR is:subagent',
  'call:TOOLU -status:error',
];

export function callsContract(filled: () => Filled): void {
  function fits(text: string): (call: ToolCall) => boolean {
    if (text === 'toolid:shell') return ({ toolId }) => toolId === 'shell';
    if (text === 'tool:Bas?') return ({ tool }) => tool === 'Bash';
    if (text.startsWith('status:')) return ({ status, failure }) => status === 'error' && failure?.blame !== 'expected';
    if (text.startsWith('turn:')) return ({ turn, thread }) => turn >= 2 || thread !== 'main';
    if (text.startsWith('call:')) return ({ callId, status }) => /^toolu/i.test(callId) && status !== 'error';
    return () => true;
  }

  describe('which calls fit', () => {
    it.each(FILTERS)('%j, newest first, in batches and in pages', async (text) => {
      const { questions, calls, ask } = filled();
      const newest = await gathered(questions.calls.newest(ask(text)));
      expect(newest.map(({ call }) => keyOf(call)).sort()).toEqual(calls.filter(fits(text)).map(keyOf).sort());
      const times = newest.map(({ call }) => call.requestedAt ?? 0);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      const first = await gathered(questions.calls.newest(ask(text), 7));
      expect(first.map(({ call }) => keyOf(call))).toEqual(newest.slice(0, 7).map(({ call }) => keyOf(call)));
      const paged: CallWithPaths[] = [];
      for (let after: CallCursor | null = null; ; ) {
        const page = await questions.calls.page(ask(text), { limit: 40, after });
        paged.push(...page.calls);
        if (page.next === null) break;
        after = page.next;
      }
      expect(paged.map(({ call }) => keyOf(call))).toEqual(newest.map(({ call }) => keyOf(call)));
    });

    it('none where nothing lies', async () => {
      const { questions, ask } = filled();
      expect(await gathered(questions.calls.newest({ ...ask(), places: ['/nowhere'] }))).toEqual([]);
    });
  });

  describe('one call', () => {
    it('as it was read, with the names of its files', async () => {
      const { questions, sessions } = filled();
      for (const session of sessions) {
        const [call] = session.calls;
        if (call === undefined) continue;
        const found = await questions.calls.get(call);
        expect({ ...found?.call, copies: [] }).toEqual({ ...call, copies: [] });
        expect(found?.paths.get(call.bodies.input.source)).toBe(session.sources[call.bodies.input.source]?.path);
      }
      expect(await questions.calls.get({ agent: 'codex', session: 'none', callId: 'none', occurrence: 1 })).toBe(
        undefined,
      );
    });

    it('by many keys, in their order', async () => {
      const { questions, calls } = filled();
      const unknown = { agent: 'codex', session: 'none', callId: 'none', occurrence: 1 };
      const keys = [...calls.slice(0, 60).reverse(), unknown, ...calls.slice(0, 2)];
      const one = await Promise.all(keys.map(async (key) => (await questions.calls.get(key))?.call));
      expect(await questions.calls.several(keys)).toEqual(one);
      expect(one.filter((call) => call === undefined)).toHaveLength(1);
    });

    it('by the beginning of its id, and as short as it can be told', async () => {
      const { questions, calls, logs } = filled();
      const [call] = calls;
      const callId = call?.callId ?? '';
      const found = await questions.calls.find({ prefix: callId, places: [logs] });
      expect(found.map((one) => one.call.callId)).toEqual(
        calls.filter((one) => one.callId === callId).map((one) => one.callId),
      );
      expect(await questions.calls.find({ prefix: callId, places: [logs], session: 'no such' })).toEqual([]);
      const [short = ''] = await questions.calls.shortIds([callId]);
      expect(new Set(calls.map((one) => one.callId).filter((id) => id.startsWith(short)))).toEqual(new Set([callId]));
    });

    it('after it changed, if it fits', async () => {
      const { questions, sessions, ask } = filled();
      const session = sessions.find(({ calls }) => calls.length > 2);
      const [call] = session?.calls ?? [];
      if (session === undefined || call === undefined) throw new Error('no call');
      const changed = await questions.calls.changed(ask(), session, call.callId);
      expect(changed.map((one) => one.call.callId)).toContain(call.callId);
      expect(changed[0]?.project).toBe(await questions.sessions.project(session));
      expect(await questions.calls.changed(ask('toolid:no-such-tool'), session, call.callId)).toEqual([]);
      const since = await questions.calls.changedSince(ask(), session, 0);
      const dated = session.calls.filter(({ endedAt, requestedAt }) => (endedAt ?? requestedAt) !== null);
      expect(since.map((one) => one.call.callId).sort()).toEqual(dated.map(({ callId }) => callId).sort());
    });

    it('that no precise rule explains', async () => {
      const { questions, calls, logs } = filled();
      const codes = new Set(calls.flatMap(({ status, failure }) => (status === 'error' ? (failure?.code ?? []) : [])));
      const groups = await questions.calls.unclassed({ places: [logs], codes, arriving: new Set(), most: 5 });
      expect(groups.reduce((sum, group) => sum + group.calls, 0)).toBe(
        calls.filter(({ status, failure }) => status === 'error' && failure !== null).length,
      );
      expect(groups.every(({ calls: count, read }) => read.length === Math.min(5, count))).toBe(true);
    });
  });

  describe('files', () => {
    it('that calls touched, one by one and summed up', async () => {
      const { questions, calls, ask } = filled();
      const question = { ...ask(), touches: TOOL_TOUCHES };
      const touched = await questions.files.touched(question);
      const known = new Set(calls.map(keyOf));
      expect(touched.length).toBeGreaterThan(0);
      expect(
        touched.every((touch) => known.has(`${touch.agent} ${touch.session} ${touch.callId} ${touch.occurrence}`)),
      ).toBe(true);
      const { sums, several } = await questions.files.sums(question);
      const single = touched.filter(({ files, status }) => files === 1 && status === 'ok');
      const counted = [...sums.values()].reduce((sum, { counts }) => sum + counts.read + counts.edit + counts.write, 0);
      expect(counted + several.length).toBeGreaterThanOrEqual(single.length);
      const [one] = single;
      if (one === undefined) throw new Error('no file');
      const [path = ''] = namesOf(one, one.project);
      const ofFile = await questions.files.touched({ ...question, file: path });
      expect(
        ofFile.filter(({ files }) => files === 1).every((touch) => namesOf(touch, touch.project).includes(path)),
      ).toBe(true);
      expect(sums.get(path)?.sessions).toBeGreaterThan(0);
    });
  });
}
