// Tests how long agents keep their logs.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retentions, vanishing } from './retention.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 30);

function agentWith(settings?: string): { folder: string; kept: ReturnType<typeof retentions> } {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-retention-'));
  mkdirSync(join(folder, 'projects'));
  if (settings !== undefined) writeFileSync(join(folder, 'settings.json'), settings);
  return { folder, kept: retentions({ env: { CLAUDE_CONFIG_DIR: folder }, home: '/nowhere' }) };
}

describe('retentions', () => {
  it.each([
    [undefined, { days: 30, isSet: false, trouble: null }],
    ['{}', { days: 30, isSet: false, trouble: null }],
    ['{"cleanupPeriodDays": 7}', { days: 7, isSet: true, trouble: null }],
    ['\ufeff{"cleanupPeriodDays": 0}', { days: 0, isSet: true, trouble: null }],
    ['{"cleanupPeriodDays": "7"}', { days: 30, isSet: false, trouble: 'cleanupPeriodDays is not a number of days.' }],
    ['{"cleanupPeriodDays": -1}', { days: 30, isSet: false, trouble: 'cleanupPeriodDays is not a number of days.' }],
    ['{"cleanupPeriodDays": 7', { days: 30, isSet: false, trouble: 'It is not a JSON object.' }],
    ['[]', { days: 30, isSet: false, trouble: 'It is not a JSON object.' }],
  ])('reads %j', (settings, said) => {
    const { folder, kept } = agentWith(settings);
    expect(kept).toEqual([
      {
        agent: 'claude-code',
        key: 'cleanupPeriodDays',
        settings: join(folder, 'settings.json'),
        root: join(folder, 'projects'),
        ...said,
      },
    ]);
  });
});

describe('vanishing', () => {
  const { folder, kept } = agentWith('{"cleanupPeriodDays": 10}');
  const file = (session: string, name: string, ageDays: number) => {
    return { agent: 'claude-code', session, path: join(folder, 'projects', name), modifiedAt: NOW - ageDays * DAY };
  };

  it('names sessions by their newest file, the first to go first', () => {
    const files = [
      file('new', 'n', 1),
      file('old', 'a', 9.5),
      file('mixed', 'b', 12),
      file('mixed', 'c', 8),
      file('due', 'd', 30),
    ];
    expect(vanishing(files, kept, NOW)).toEqual([
      { agent: 'claude-code', session: 'due', at: NOW - 20 * DAY, inDays: 0 },
      { agent: 'claude-code', session: 'old', at: NOW + 0.5 * DAY, inDays: 1 },
      { agent: 'claude-code', session: 'mixed', at: NOW + 2 * DAY, inDays: 2 },
      { agent: 'claude-code', session: 'new', at: NOW + 9 * DAY, inDays: 9 },
    ]);
  });

  it('knows logs below a root that ends with the separator', () => {
    const root = `${join(folder, 'projects')}${sep}`;
    const atRoot = kept.map((habit) => ({ ...habit, root }));
    expect(vanishing([file('old', 'a', 9)], atRoot, NOW)).toHaveLength(1);
  });

  it('says nothing of logs that nobody cleans up', () => {
    const elsewhere = { ...file('x', 'x', 9), path: '/copies/x.jsonl' };
    const others = { ...file('y', 'y', 9), agent: 'codex' };
    expect(vanishing([elsewhere, others], kept, NOW)).toEqual([]);
  });
});
