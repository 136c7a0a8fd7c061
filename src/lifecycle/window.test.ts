// Tests how long a call took: the best evidence wins, says what it is, and nothing is made up.

import { describe, expect, it } from 'vitest';
import type { Duration } from '../model/duration.ts';
import type { Heard } from '../model/tool-call.ts';
import { durationOf, type TimeEvidence } from './window.ts';

const evidence: TimeEvidence = {
  requestedAt: 1000,
  endedAt: 4000,
  reportedMs: null,
  heard: null,
  background: false,
  ended: true,
};
const ref = { source: 1, line: 1, offset: 0, length: 9 };
const told: Heard = {
  before: { at: 1100, ref },
  asked: null,
  denied: null,
  ended: { at: 3600, ref },
  runMs: null,
};
const between: Duration = { ms: 3000, basis: 'between-records', bound: 'at-most', includes: ['approval', 'hooks'] };

describe('durationOf', () => {
  it.each<[string, Partial<TimeEvidence>, Duration | null]>([
    ['between two records: at most, with the waits inside', {}, between],
    [
      'until a notice: with the queue inside as well',
      { background: true },
      { ms: 3000, basis: 'notification', bound: 'at-most', includes: ['approval', 'hooks', 'queue'] },
    ],
    [
      'as the tool says, before all others',
      { reportedMs: 250, heard: { ...told, runMs: 300 } },
      { ms: 250, basis: 'reported', bound: 'exact', includes: [] },
    ],
    [
      'as the agent told a hook',
      { heard: { ...told, runMs: 300 } },
      { ms: 300, basis: 'hook', bound: 'exact', includes: [] },
    ],
    [
      'from the hook before to the hook after: other hooks may be inside',
      { heard: told },
      { ms: 2500, basis: 'hook', bound: 'at-most', includes: ['hooks'] },
    ],
    [
      'a person was asked in between',
      { heard: { ...told, asked: { at: 1200, ref } } },
      { ms: 2500, basis: 'hook', bound: 'at-most', includes: ['approval', 'hooks'] },
    ],
    ['only the hook before', { heard: { ...told, ended: null } }, between],
    ['hooks told in the wrong order', { heard: { ...told, ended: { at: 1000, ref } } }, between],
    [
      'hooks of a placeholder do not tell of its end',
      { background: true, heard: { ...told, runMs: 3 } },
      { ms: 3000, basis: 'notification', bound: 'at-most', includes: ['approval', 'hooks', 'queue'] },
    ],
    ['no time at all is a time', { reportedMs: 0 }, { ms: 0, basis: 'reported', bound: 'exact', includes: [] }],
    ['a negative report is none', { reportedMs: -5, heard: { ...told, before: null, runMs: -1 } }, between],
    ['the same instant', { endedAt: 1000 }, { ...between, ms: 0 }],
    ['clocks that went backwards', { endedAt: 999 }, null],
    ['no time of the request', { requestedAt: null }, null],
    ['no time of the end', { endedAt: null }, null],
    [
      'no times, but a report',
      { requestedAt: null, endedAt: null, reportedMs: 9 },
      { ms: 9, basis: 'reported', bound: 'exact', includes: [] },
    ],
    ['a call that has not ended', { ended: false, reportedMs: 250 }, null],
  ])('%s', (_, change, expected) => {
    expect(durationOf({ ...evidence, ...change })).toEqual(expected);
  });
});
