import { expect, it } from 'vitest';
import { commandLine, commandOf, inputValue, qualified, snakeCase, toolOfItem } from './names.ts';

it.each([
  [undefined, 'shell', 'shell'],
  ['functions', 'shell', 'shell'],
  ['collaboration', 'spawn_agent', 'collaboration/spawn_agent'],
  ['mcp__docs', 'find', 'mcp__docs__find'],
  ['mcp__docs__', 'find', 'mcp__docs__find'],
])('namespace %s with %s is %s', (namespace, name, raw) => {
  expect(qualified(namespace, name)).toBe(raw);
});

it('names the items that name no tool', () => {
  expect(
    ['local_shell_call', 'tool_search_call', 'web_search_call', 'image_generation_call'].map((type) =>
      toolOfItem(type, {}),
    ),
  ).toEqual(['local_shell', 'tool_search', 'web_search', 'image_generation']);
  expect(toolOfItem('function_call', { namespace: null })).toBe('unknown');
});

it('parses arguments, and keeps what cannot be parsed', () => {
  expect(inputValue('arguments', '{"a":1}')).toEqual({ a: 1 });
  expect(inputValue('arguments', '{"a":')).toBe('{"a":');
  expect(inputValue('arguments', { a: 1 })).toEqual({ a: 1 });
  expect(inputValue('input', '{"a":1}')).toBe('{"a":1}');
});

it('finds the command line in any spelling', () => {
  expect(commandOf({ cmd: 'ls' })).toBe('ls');
  expect(commandOf({ command: ['bash', '-lc', 'ls -l'] })).toBe('ls -l');
  expect(commandLine(['ls', '-l'])).toBe('ls -l');
  expect(commandLine([])).toBeUndefined();
  expect(commandOf({ command: 7 })).toBeUndefined();
  expect(snakeCase('spawnAgent')).toBe('spawn_agent');
});
