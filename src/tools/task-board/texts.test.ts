// Tests the texts of the task board: brackets in subjects, descriptions over several lines, lists.

import { expect, test } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import { readCreated, readList, readNotFound, readTask, readUpdated } from './texts.ts';

const TASK = { description: null, status: null, owner: null, blocks: [], blockedBy: [] };

test('a subject keeps its own brackets, an owner and blockers are told apart', () => {
  const text =
    '#1 [completed] Weed (the long bed) (rose)\n#2 [pending] Rake (all leaves) [blocked by #1, #4]\n#3 [in_progress] Sow (oak) [blocked by #2]\nnot a task';
  expect(readList(text)).toEqual({
    kind: 'tasks',
    tasks: [
      { ...TASK, id: '1', subject: 'Weed (the long bed)', status: 'completed', owner: 'rose' },
      { ...TASK, id: '2', subject: 'Rake (all leaves)', status: 'pending', blockedBy: ['1', '4'] },
      { ...TASK, id: '3', subject: 'Sow', status: 'in_progress', owner: 'oak', blockedBy: ['2'] },
    ],
  });
});

test('a description over several lines, with lines that look like fields', () => {
  expect(
    readTask('Task #2: Rake: all\nStatus: pending\nDescription: First\nStatus: not me\n\nLast\nBlocked by: #1'),
  ).toEqual({
    kind: 'task',
    task: {
      id: '2',
      subject: 'Rake: all',
      description: 'First\nStatus: not me\n\nLast',
      status: 'pending',
      owner: null,
      blocks: [],
      blockedBy: ['1'],
    },
  });
});

test('changes', () => {
  expect(readCreated('Task #12 created successfully: Weed: now')).toEqual({
    kind: 'created',
    task: { ...TASK, id: '12', subject: 'Weed: now' },
  });
  expect(readUpdated('Updated task #1 owner, status')).toMatchObject({ id: '1', fields: ['owner', 'status'] });
  expect(readUpdated('Updated task #2 ')).toMatchObject({ id: '2', fields: [] });
  expect(readNotFound('Task not found')).toMatchObject({ success: false, error: 'Task not found' });
  expect(readNotFound('The task not found')).toBeUndefined();
});

test('hostile texts cost linear time', () => {
  mustEnd(() => readTask(`Task #1: x\nDescription: ${'\nBlocks: '.repeat(400_000)}!`));
  mustEnd(() => readList('#1 [a] (((((('.repeat(300_000)));
});
