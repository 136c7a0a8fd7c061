// Tests that a book of calls keeps few of them as objects and forgets nothing, in the order they were first heard of.

import { describe, expect, it } from 'vitest';
import { CallsById } from './calls-by-id.ts';
import { type CallFacts, emptyFacts } from './facts.ts';

const MANY = 5000;

function idOf(i: number): string {
  return `call-${i}`;
}

function factsOf(i: number): CallFacts {
  const supplements = [{ ref: { source: 0, line: i + 1, offset: i * 10, length: 9 }, pointer: '/x' }];
  return { ...emptyFacts(idOf(i)), supplements };
}

/** Every call is touched twice: when it is made, and long after. */
function bookOf(calls: number): CallsById {
  const book = new CallsById();
  for (let i = 0; i < calls; i++) book.open(idOf(i));
  for (let i = 0; i < calls; i++) book.open(idOf(i)).supplements = factsOf(i).supplements;
  return book;
}

const wanted = Array.from({ length: MANY }, (_, i) => factsOf(i));

describe('CallsById', () => {
  it('has few calls at hand, and all of them when asked', () => {
    const book = bookOf(MANY);
    expect(book.size).toBe(MANY);
    expect(book.awake).toBeLessThanOrEqual(512);
    expect([...book.values()]).toEqual(wanted);
    expect(book.get(idOf(0))).toEqual(factsOf(0));
    expect(book.get(idOf(MANY - 1))).toEqual(factsOf(MANY - 1));
    expect(book.get('another')).toBeUndefined();
    expect(book.awake).toBeLessThanOrEqual(512);
  });

  it('has all calls of a short session at hand', () => {
    expect(bookOf(1024).awake).toBe(1024);
    expect(bookOf(1025).awake).toBeLessThanOrEqual(512);
  });

  it('is the same after a restart, and goes on', () => {
    const before = bookOf(MANY);
    const book = new CallsById(structuredClone(before.save()));
    expect(book.awake).toBe(0);
    expect([...book.values()]).toEqual(wanted);
    book.open(idOf(1)).cleared = true;
    expect(book.get(idOf(1))).toEqual({ ...factsOf(1), cleared: true });
    expect(before.get(idOf(1))).toEqual(factsOf(1));
    expect([...book.ids()]).toEqual(wanted.map(({ callId }) => callId));
  });

  it('lets go of what is taken', () => {
    const book = bookOf(MANY);
    const taken = [...book.ids()].map((callId) => book.take(callId));
    expect(taken).toEqual(wanted);
    expect(book.size).toBe(0);
  });
});
