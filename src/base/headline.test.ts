// Tests what a text is called by: behind a greeting, and over the lines that were wrapped.

import { expect, it } from 'vitest';
import { headlineOf } from './headline.ts';

it.each([
  ['hi!\nlet us plant a pear tree', 'let us plant a pear tree', 2],
  ['Hello Claude,\n\nThe shed leaks.', 'The shed leaks.', 2],
  ['hi!', 'hi!', 1],
  [
    'I want to move this garden from\n  @old/soil to the hill. It will\n  take weeks.',
    'I want to move this garden from @old/soil to the hill. It will take weeks.',
    2,
  ],
  ['Water is VERY\nslow today.\nWhy?', 'Water is VERY slow today.', 2],
  ['Fix the gate\nThen the shed', 'Fix the gate', 2],
  ['Fix the gate.\nit squeaks', 'Fix the gate.', 2],
  ['Fix the gate\n\nit squeaks', 'Fix the gate', 2],
  ['Do these:\n- dig\n- water', 'Do these: dig', 2],
  ['## User Input\n\n```text\nPlan a pond\n```\n\nRead it first.', 'User Input: Plan a pond', 2],
  ['[[ ## user_query ## ]]\nPlan a pond\n\n[[ ## history ## ]]\nnone', 'Plan a pond', 2],
  ['=== Task ===\n\nPlan a pond', 'Plan a pond', 2],
  ['--- input ---', '--- input ---', 2],
  ['**Plan ponds**\nand fill them', 'Plan ponds', 2],
  ['## User Input\n\n```text\nplan a pond\n```\n\nRead it first.', 'User Input: plan a pond', 2],
  ['# Garden\n## Goal\nMore shade', 'Garden: More shade', 2],
  ['# Garden\n## Goal', 'Garden', 2],
  ['# undefined\nRead the plan', 'undefined', 0],
  ['# Plan a larger pond\nIt should hold fish.', 'Plan a larger pond', 2],
  ['_beds/north is dry', '_beds/north is dry', 2],
  ['_Water it_', 'Water it', 2],
  ['[Image #1]', '[Image #1]', 1],
  ['[Image #1] why is it dry?', '[Image #1] why is it dry?', 2],
] as const)('%j is called %j', (text, title, worth) => {
  expect(headlineOf(text, 120)).toEqual({ text: title, worth });
});
