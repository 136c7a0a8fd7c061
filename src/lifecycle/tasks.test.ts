// Tests the book of background work: ends by call and by task, polls and kills, resumed tasks, and partial knowledge.

import { describe, expect, it } from 'vitest';
import type { TaskReference } from '../model/interpretation.ts';
import type { EndFact, RequestFact, ResultFact } from './facts.ts';
import { TaskTracker } from './tasks.ts';

function ref(line: number, source = 0): EndFact['ref'] {
  return { source, line, offset: line * 10, length: 9 };
}

function end(line: number, fields: Partial<EndFact> = {}): EndFact {
  return {
    ref: ref(line),
    at: line * 1000,
    thread: 'main',
    callId: null,
    taskId: 'b1',
    status: 'completed',
    exitCode: null,
    message: null,
    reportedMs: null,
    via: 'notification',
    ...fields,
  };
}

function request(line: number, fields: Partial<RequestFact> = {}): RequestFact {
  return {
    ref: ref(line),
    at: line * 1000,
    thread: 'main',
    callId: 'toolu_1',
    tool: 'Bash',
    record: null,
    group: null,
    model: null,
    pointer: '',
    fingerprint: 0,
    ...fields,
  };
}

function result(line: number): ResultFact {
  return {
    ref: ref(line),
    at: line * 1000,
    thread: 'main',
    callId: 'toolu_2',
    verdict: { status: 'ok', rule: '', failure: null },
    record: null,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: '', structured: null },
  };
}

function bookOf(...ends: readonly EndFact[]): TaskTracker {
  const book = new TaskTracker();
  for (const one of ends) book.end(one);
  return book;
}

const poll: TaskReference = { taskId: 'b1', role: 'poll', state: 'completed', exitCode: 0 };

describe('the end of a call’s work', () => {
  it('is the first by the clock, and by its place where one has no date', () => {
    const early = end(9, { at: 5000 });
    const late = end(5, { at: 9000 });
    for (const ends of [
      [early, late],
      [late, early],
    ]) {
      expect(bookOf(...ends).endOf('toolu_1', request(1), 'b1')?.ref.line).toBe(9);
    }
    expect(bookOf(end(9, { at: null }), late).endOf('toolu_1', request(1), 'b1')?.ref.line).toBe(5);
    expect(bookOf(late, end(4, { at: null })).endOf('toolu_1', request(1), 'b1')?.ref.line).toBe(4);
  });

  it('by its own id, or by its task', () => {
    expect(bookOf(end(5, { callId: 'toolu_1', taskId: null })).endOf('toolu_1', request(1), null)?.ref.line).toBe(5);
    expect(bookOf(end(5)).endOf('toolu_1', request(1), 'b1')?.ref.line).toBe(5);
    expect(bookOf(end(5)).endOf('toolu_1', request(1), 'b2')).toBeNull();
    expect(bookOf(end(5)).endOf('toolu_1', request(1), null)).toBeNull();
  });

  it('of an earlier run is told by its place where a date is missing', () => {
    expect(bookOf(end(2)).endOf('toolu_1', request(4, { at: null }), 'b1')).toBeNull();
    expect(bookOf(end(2, { at: null })).endOf('toolu_1', request(4), 'b1')).toBeNull();
    expect(bookOf(end(4, { at: null })).endOf('toolu_1', request(4), 'b1')?.ref.line).toBe(4);
  });

  it('is the first of several, and gathers what each of them knows', () => {
    const book = bookOf(
      end(9, { exitCode: 2, message: 'later' }),
      end(5),
      end(7, { reportedMs: 40, used: { tokens: 8 } }),
    );
    expect(book.endOf('toolu_1', request(1), 'b1')).toEqual(
      end(5, { exitCode: 2, message: 'later', reportedMs: 40, used: { tokens: 8 } }),
    );
  });

  it('is not that of an earlier run under the same id', () => {
    const book = bookOf(end(2, { status: 'failed' }), end(9));
    expect(book.endOf('toolu_1', request(5), 'b1')?.ref.line).toBe(9);
    expect(bookOf(end(2)).endOf('toolu_1', request(5), 'b1')).toBeNull();
  });

  it('is its end although the clock was set back, or the lines stand in another order', () => {
    expect(bookOf(end(5, { at: 200 })).endOf('toolu_1', request(1), 'b1')?.ref.line).toBe(5);
    expect(bookOf(end(1, { at: 90_000 })).endOf('toolu_1', request(2), 'b1')?.ref.line).toBe(1);
    expect(bookOf(end(5, { at: 200, ref: ref(5, 1) })).endOf('toolu_1', request(1), 'b1')).toBeNull();
  });

  it('is placed by the file where there are no times', () => {
    expect(bookOf(end(2, { at: null })).endOf('toolu_1', request(5), 'b1')).toBeNull();
    expect(bookOf(end(7, { at: null }), end(9, { at: null })).endOf('toolu_1', request(5), 'b1')?.ref.line).toBe(7);
    expect(bookOf(end(2, { at: null, ref: ref(2, 1) })).endOf('toolu_1', request(5), 'b1')?.ref.source).toBe(1);
  });

  it('is not an event of a monitor', () => {
    const book = new TaskTracker();
    expect(book.end(end(5, { via: 'event' }))).toEqual([]);
    expect(book.endOf('toolu_1', request(1), 'b1')).toBeNull();
  });
});

describe('calls that look at the work of others', () => {
  it.each<[string, TaskReference, Partial<EndFact>]>([
    ['a poll that saw the end', poll, { via: 'poll', exitCode: 0 }],
    ['a kill', { ...poll, role: 'kill', state: 'killed', exitCode: null }, { via: 'kill', status: 'killed' }],
  ])('%s', (_, task, expected) => {
    const book = new TaskTracker();
    book.visit('toolu_2', task, result(4));
    expect(book.endOf('toolu_1', request(1), 'b1')).toEqual(end(4, expected));
    expect(book.visitorsOf('b1')).toEqual(['toolu_2']);
  });

  it.each<[string, TaskReference, ResultFact | null]>([
    ['still running', { ...poll, state: 'running' }, result(4)],
    ['nothing learned', { ...poll, state: null }, result(4)],
    ['no result yet', poll, null],
  ])('%s: a visit, but no end', (_, task, answer) => {
    const book = new TaskTracker();
    book.visit('toolu_2', task, answer);
    expect([book.visitorsOf('b1'), book.endOf('toolu_1', request(1), 'b1')]).toEqual([['toolu_2'], null]);
  });

  it('nobody visited what nobody knows', () => {
    expect(new TaskTracker().visitorsOf('b1')).toEqual([]);
  });
});

describe('what changes', () => {
  it('an end touches the call it names and those that started the task', () => {
    const book = new TaskTracker();
    book.start('b1', 'toolu_1');
    book.start('b1', 'toolu_3');
    expect(book.end(end(5, { callId: 'toolu_9' }))).toEqual(['toolu_9', 'toolu_1', 'toolu_3']);
  });

  it('a visit touches the starters once, and again when it learns the end', () => {
    const book = new TaskTracker();
    book.start('b1', 'toolu_1');
    expect(book.visit('toolu_2', poll, null)).toEqual(['toolu_1']);
    expect(book.visit('toolu_2', poll, null)).toEqual([]);
    expect(book.visit('toolu_2', poll, result(4))).toEqual(['toolu_1']);
    expect(book.visit('toolu_2', poll, result(4))).toEqual([]);
  });

  it('goes on after being saved', () => {
    const first = bookOf(end(5));
    first.start('b1', 'toolu_1');
    const again = new TaskTracker(structuredClone(first.save()));
    expect([again.endOf('toolu_1', request(1), 'b1')?.ref.line, again.end(end(6))]).toEqual([5, ['toolu_1']]);
  });
});
