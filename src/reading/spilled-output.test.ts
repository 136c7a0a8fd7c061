// Tests finding spilled outputs again: in the session's own folder, and never anywhere else.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/support/claude-log.ts';
import { findSpilled } from './spilled-output.ts';

const SID = '11111111-2222-4333-8444-555555555555';

function notice(path: string): string {
  return `<persisted-output>\nOutput too large (91KB). Full output saved to: ${path}\n\nPreview (first 2KB):\nabc\n</persisted-output>`;
}

describe('findSpilled', () => {
  const folder = folderWith({
    [`p/${SID}.jsonl`]: '',
    [`p/${SID}/tool-results/b1.txt`]: 'the whole of it',
    [`p/${SID}/subagents/agent-a.jsonl`]: '',
    'secret.txt': 'not yours',
  });
  const log = { logPath: join(folder, 'p', `${SID}.jsonl`), session: SID };
  const found = { path: join(folder, 'p', SID, 'tool-results', 'b1.txt'), bytes: 15 };

  it('finds it by the last part of its path, told by the text or by the companion, from main files and subagents', () => {
    const path = `/home/dev/.claude/projects/p/${SID}/tool-results/b1.txt`;
    expect(findSpilled({ text: notice(path), structured: undefined }, log)).toEqual({ recordedPath: path, ...found });
    expect(findSpilled({ text: 'x', structured: { persistedOutputPath: path } }, log)).toEqual({
      recordedPath: path,
      ...found,
    });
    const agent = { logPath: join(folder, 'p', SID, 'subagents', 'agent-a.jsonl'), session: SID };
    expect(findSpilled({ text: notice(path), structured: undefined }, agent)).toEqual({ recordedPath: path, ...found });
    expect(findSpilled({ text: notice('C:\\logs\\b1.txt'), structured: undefined }, log)).toMatchObject(found);
  });

  it('says so when it is gone, and nothing when nothing was spilled', () => {
    expect(findSpilled({ text: notice('/x/gone.txt'), structured: undefined }, log)).toEqual({
      recordedPath: '/x/gone.txt',
      path: null,
      bytes: null,
    });
    expect(findSpilled({ text: 'plain', structured: { stdout: '' } }, log)).toBeNull();
  });

  it('never leaves the session’s own folder', () => {
    mkdirSync(join(folder, 'p', SID, 'tool-results'), { recursive: true });
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'p', SID, 'tool-results', 'link.txt'));
    writeFileSync(join(folder, 'p', 'beside.txt'), 'x');
    for (const path of [join(folder, 'secret.txt'), '../../../secret.txt', '..', '/', '/x/link.txt', '../beside.txt']) {
      expect(findSpilled({ text: null, structured: { persistedOutputPath: path } }, log)?.path ?? null).toBeNull();
    }
  });
});
