// Tests the difference between two to-do lists.

import { expect, test } from 'vitest';
import { type Todo, todoChanges } from './changes.ts';

function todo(text: string, status: string, id: string | null = null): Todo {
  return { id, text, status, activeForm: null, priority: null };
}

test('added, moved on and removed, told by their words', () => {
  const after = [todo('dig', 'completed'), todo('water', 'pending')];
  expect(todoChanges([todo('dig', 'pending'), todo('rake', 'pending')], after)).toEqual([
    { change: 'status', todo: after[0], from: 'pending' },
    { change: 'added', todo: after[1] },
    { change: 'removed', todo: todo('rake', 'pending') },
  ]);
});

test('with ids on both sides a new wording is no new entry', () => {
  const after = [todo('dig deep', 'completed', '1')];
  expect(todoChanges([todo('dig', 'pending', '1')], after)).toEqual([
    { change: 'reworded', todo: after[0], from: 'dig' },
    { change: 'status', todo: after[0], from: 'pending' },
  ]);
});

test('equal entries pair one to one, and order is no change', () => {
  const two = [todo('dig', 'pending'), todo('dig', 'completed')];
  expect(todoChanges(two, two)).toEqual([]);
  expect(
    todoChanges([todo('a', 'pending'), todo('b', 'pending')], [todo('b', 'pending'), todo('a', 'pending')]),
  ).toEqual([]);
  expect(todoChanges(two, two.slice(0, 1))).toEqual([{ change: 'removed', todo: two[1] }]);
});

test('names of object members are words like any other', () => {
  expect(todoChanges([], [todo('__proto__', 'pending'), todo('constructor', 'pending')])).toHaveLength(2);
});
