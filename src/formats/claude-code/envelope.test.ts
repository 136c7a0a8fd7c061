// Tests the envelope: a record's place in the tree, its time, and which circumstances of the session it changes.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { RecordNode, SessionFields } from '../../model/observation.ts';
import { changedFields, instantOf, nodeOf } from './envelope.ts';

describe('nodeOf', () => {
  const base = { thread: 'main', compaction: false, group: null };

  it.each<[string, JsonObject, RecordNode | null]>([
    ['without a uuid there is no place', { type: 'user', parentUuid: 'p' }, null],
    ['an empty uuid is none', { type: 'user', uuid: '' }, null],
    ['a uuid that is no text is none', { type: 'user', uuid: 7 }, null],
    [
      'a first record',
      { type: 'user', uuid: 'u', parentUuid: null },
      { ...base, id: 'u', parent: null, canBeLeaf: true },
    ],
    [
      'a progress record is passed through, never a leaf',
      { type: 'progress', uuid: 'u', parentUuid: 'p' },
      { ...base, id: 'u', parent: 'p', canBeLeaf: false },
    ],
    [
      'an attachment too',
      { type: 'attachment', uuid: 'u', parentUuid: 'p' },
      { ...base, id: 'u', parent: 'p', canBeLeaf: false },
    ],
    [
      'assistant records of one message share a group',
      { type: 'assistant', uuid: 'u', parentUuid: 'p', message: { id: 'msg_1' } },
      { ...base, id: 'u', parent: 'p', canBeLeaf: true, group: 'msg_1' },
    ],
    [
      'an assistant message that is text has no group',
      { type: 'assistant', uuid: 'u', message: 'x' },
      { ...base, id: 'u', parent: null, canBeLeaf: true },
    ],
    [
      'a user message has no group',
      { type: 'user', uuid: 'u', message: { id: 'msg_1' } },
      { ...base, id: 'u', parent: null, canBeLeaf: true },
    ],
    [
      'a compaction hangs on its logical parent',
      { type: 'system', subtype: 'compact_boundary', uuid: 'u', parentUuid: null, logicalParentUuid: 'l' },
      { ...base, id: 'u', parent: 'l', canBeLeaf: false, compaction: true },
    ],
    [
      'a logical parent means nothing elsewhere',
      { type: 'system', subtype: 'informational', uuid: 'u', parentUuid: null, logicalParentUuid: 'l' },
      { ...base, id: 'u', parent: null, canBeLeaf: false },
    ],
  ])('%s', (_, record, expected) => {
    expect(nodeOf(record, 'main')).toEqual(expected);
  });
});

describe('instantOf', () => {
  it.each<[unknown, number | null]>([
    ['2026-03-01T09:00:00.000Z', Date.UTC(2026, 2, 1, 9)],
    ['2026-03-01T10:00:00+01:00', Date.UTC(2026, 2, 1, 9)],
    ['soon', null],
    [1772355600000, null],
    [undefined, null],
  ])('%s', (timestamp, expected) => {
    expect(instantOf({ timestamp })).toBe(expected);
  });
});

describe('changedFields', () => {
  it('tells everything once, then only what changed, and remembers it', () => {
    const known: SessionFields = {};
    const record = {
      cwd: '/home/dev/pear',
      gitBranch: 'main',
      version: '2.1.100',
      entrypoint: 'cli',
      permissionMode: 'plan',
    };
    expect(changedFields(record, known)).toEqual(record);
    expect(changedFields(record, known)).toBeUndefined();
    expect(changedFields({ ...record, cwd: '/home/dev/plum', gitBranch: '' }, known)).toEqual({
      cwd: '/home/dev/plum',
    });
    expect(known).toEqual({ ...record, cwd: '/home/dev/plum' });
  });

  it('takes no notice of what is not text', () => {
    expect(changedFields({ cwd: null, version: 2, gitBranch: ['main'] }, {})).toBeUndefined();
  });
});
