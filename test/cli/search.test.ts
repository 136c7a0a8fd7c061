// Tests search over made-up logs of both layouts: what is found, in which order, and where it says it stands.

import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchLogs } from '../../src/ingest/search-logs.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';

const OLD = '11111111-2222-4333-8444-555555555555';
const NEW = '99999999-2222-4333-8444-555555555555';

function library(): string {
  const old = new ClaudeLog(OLD);
  old.prompt('plant quinces');
  old.call('toolu_a', 'Bash', { command: 'grep -n "Quince" trees.md' });
  const young = new ClaudeLog(NEW).wait(3_600_000);
  young.prompt('no fruit here');
  young.call('toolu_b', 'Read', { file_path: '/home/dev/orchard/quince_rows.ts' });
  const folder = folderWith({ [`p/${OLD}.jsonl`]: old.text(), [`p/${NEW}.jsonl`]: young.text() });
  const at = new Date(Date.UTC(2026, 2, 1, 12));
  for (const [i, id] of [OLD, NEW].entries())
    utimesSync(join(folder, 'p', `${id}.jsonl`), at, new Date(at.getTime() + i * 60_000));
  return folder;
}

async function found(query: string, limit = 0): Promise<string[]> {
  const hits: string[] = [];
  for await (const { session, line, pointer } of searchLogs([library()], { query, limit }))
    hits.push(`${session.slice(0, 1)}:${line} ${pointer}`);
  return hits;
}

describe('searchLogs', () => {
  it('finds pieces of words and paths in either case, newest first', async () => {
    expect(await found('quince')).toEqual([
      '9:2 /message/content/0/input/file_path',
      '1:2 /message/content/0/input/command',
      '1:1 /message/content',
    ]);
    expect(await found('quince', 1)).toEqual(['9:2 /message/content/0/input/file_path']);
  });

  it('finds phrases with quotes inside, prefixes and expressions', async () => {
    expect(await found('"\\"Quince\\" trees"')).toEqual(['1:2 /message/content/0/input/command']);
    expect(await found('rows*')).toEqual([]);
    expect(await found('/quince_[a-z]+/')).toEqual(['9:2 /message/content/0/input/file_path']);
    expect(await found('quinces plant')).toEqual(['1:1 /message/content']);
  });

  it('says what is wrong with a query before it reads', async () => {
    await expect(found('/(/')).rejects.toMatchObject({ code: 'bad-filter' });
    await expect(found(' ')).rejects.toMatchObject({ code: 'bad-filter' });
  });
});
