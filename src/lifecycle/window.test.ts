// Tests how long a call took: the best evidence wins, says what it is, and nothing is made up.

import { describe, expect, it } from 'vitest';
import type { Duration } from '../model/duration.ts';
import type { Heard } from '../model/tool-call.ts';
import { type TimeEvidence, timeOf, timeoutNamed } from './window.ts';

const evidence: TimeEvidence = {
  requestedAt: 1000,
  endedAt: 4000,
  reportedMs: null,
  heard: null,
  background: false,
  ended: true,
  ranProcess: false,
  said: null,
  ref: null,
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

describe('timeOf', () => {
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
    ['the same instant: dated together', { endedAt: 1000 }, null],
    ['hooks of the same instant', { heard: { ...told, ended: { at: 1100, ref } } }, between],
    ['a report that no process can keep', { reportedMs: 0.00275, ranProcess: true }, between],
    ['hooks that no process can keep', { heard: { ...told, ended: null, runMs: 0 }, ranProcess: true }, between],
    [
      'a quick process',
      { reportedMs: 2, ranProcess: true },
      { ms: 2, basis: 'reported', bound: 'exact', includes: [] },
    ],
    [
      'a report rounded up to a tenth of a second',
      { reportedMs: 3050 },
      { ms: 3050, basis: 'reported', bound: 'exact', includes: [] },
    ],
    [
      'a report, where the records were dated together',
      { reportedMs: 1500, endedAt: 1000 },
      { ms: 1500, basis: 'reported', bound: 'exact', includes: [] },
    ],
    ['a bound shorter than the timeout', { said: 'Command timed out after 2m 0.0s' }, null],
    ['a bound longer than the timeout', { said: 'Command timed out after 2s' }, between],
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
    expect(timeOf({ ...evidence, ...change })).toEqual({ duration: expected, problem: null });
  });

  it('does not believe a report longer than the time between the records, and says so', () => {
    expect(timeOf({ ...evidence, reportedMs: 60_000, ref })).toEqual({
      duration: between,
      problem: {
        code: 'duration-too-long',
        severity: 'warning',
        message: 'It says that it ran for 1 m 00 s, but its result was written 3.00 s after its request.',
        params: { reportedMs: 60_000, spanMs: 3000 },
        ref,
      },
    });
  });
});

describe('timeoutNamed', () => {
  it.each([
    ['Command timed out after 2m 0.0s', 120_000],
    ['exit code 143: Command timed out after 5m 0s', 300_000],
    ['command timed out after 10000 milliseconds', 10_000],
    ['timed out after 30s', 30_000],
    ['Timed out after 90 seconds', 90_000],
    ['timed out after 1h 30m', 5_400_000],
    ['timed out after 250ms', 250],
    ['timed out after a while', 0],
    ['nothing of the kind', 0],
    [null, 0],
  ])('%s', (said, ms) => {
    expect(timeoutNamed(said)).toBe(ms);
  });
});
