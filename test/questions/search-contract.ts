// What engines must answer to the text search. What it finds is tested with the search itself.

import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { type Filled, keyOf } from './filled.ts';

export function searchContract(filled: () => Filled): void {
  describe('a search', () => {
    it('which logs there are, newest first, each with its session', async () => {
      const { questions, sessions, logs } = filled();
      const found = await questions.search.logs([logs]);
      expect(found.map(({ path }) => path).sort()).toEqual(
        sessions.flatMap(({ sources }) => sources.map(({ path }) => path)).sort(),
      );
      const times = found.map(({ newestAt }) => newestAt);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const log of found) {
        expect([log.fileBytes, log.modifiedAt]).toEqual([statSync(log.path).size, statSync(log.path).mtimeMs]);
        const session = sessions.find(({ agent, id }) => agent === log.agent && id === log.session);
        const known = await questions.search.session(log.sessionKey);
        expect(known).toMatchObject({ live: false, fields: session?.fields, threads: session?.threads });
        // As many chunks as it covers anything: none where it covers nothing.
        const chunks = (await questions.search.textChunks([log.key])).get(log.key) ?? [];
        expect(chunks.length > 0).toBe(log.covered > 0);
      }
      expect(await questions.search.logs(['/nowhere'])).toEqual([]);
      expect(await questions.search.session(-1)).toBeUndefined();
    });

    it('which calls may be in its scope: all that fit, and perhaps others', async () => {
      const { questions, sessions, logs, ask } = filled();
      for (const text of ['toolid:shell', 'tool:Bas?', 'status:error']) {
        const { filter } = ask(text);
        for (const { session: id, agent, sessionKey } of await questions.search.logs([logs])) {
          const calls = sessions.find((session) => session.id === id && session.agent === agent)?.calls ?? [];
          const fits = calls.filter(({ toolId, tool, status }) => {
            if (text === 'toolid:shell') return toolId === 'shell';
            return text === 'tool:Bas?' ? tool === 'Bash' : status === 'error';
          });
          const ids = await questions.search.callIds(sessionKey, filter, TOOL_FAMILIES);
          expect(fits.every(({ callId }) => ids.has(callId))).toBe(true);
          expect(await questions.search.hasCall(sessionKey, filter, TOOL_FAMILIES)).toBe(ids.size > 0);
          const lines = await questions.search.callLines(sessionKey, filter, TOOL_FAMILIES);
          expect(new Set(lines.keys())).toEqual(ids);
          for (const { callId, evidence } of fits) {
            const known = evidence.map(({ source, offset }) => ({ source, offset }));
            expect(lines.get(callId)).toEqual(expect.arrayContaining(known));
          }
        }
      }
    });

    it('the calls of an id', async () => {
      const { questions, sessions, logs } = filled();
      const [log] = await questions.search.logs([logs]);
      const session = sessions.find(({ id, calls }) => id === log?.session && calls.length > 0);
      const [call] = session?.calls ?? [];
      if (log === undefined || call === undefined) throw new Error('no call');
      const found = await questions.search.calls(log.sessionKey, call.callId);
      expect(found.map(keyOf)).toContain(keyOf(call));
      expect(await questions.search.calls(log.sessionKey, 'no such call')).toEqual([]);
    });
  });
}
