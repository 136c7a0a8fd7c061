// Tests what may reach a terminal: colours if asked for, and nothing else that acts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripControls, terminalJson } from './terminal.ts';

describe('stripControls', () => {
  it.each([
    ['a title change', 'a\x1b]0;owned\x07b', 'ab'],
    ['a link (OSC 8)', '\x1b]8;;http://example.org\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['an unfinished OSC', 'a\x1b]0;never ends', 'a'],
    ['cursor movement and clearing', 'a\x1b[2J\x1b[1;1Hb', 'ab'],
    ['a device control string', 'a\x1bPq#0\x1b\\b', 'ab'],
    ['a single escape', 'a\x1bcb', 'ab'],
    ['bell, backspace, carriage return', 'a\x07\x08\rb', 'ab'],
    ['8-bit controls', 'a\x9b2Jb', 'a2Jb'],
    ['direction overrides', 'a\u202eb\u2066c', 'abc'],
    ['tab and newline stay', 'a\tb\nc', 'a\tb\nc'],
  ])('%s', (_, text, expected) => {
    expect(stripControls(text)).toBe(expected);
  });

  it('keeps colours when asked to, and only colours', () => {
    expect(stripControls('\x1b[31mred\x1b[0m\x1b[5A', { colours: true })).toBe('\x1b[31mred\x1b[0m');
    expect(stripControls('\x1b[31mred\x1b[0m')).toBe('red');
  });

  it('leaves no escape behind, whatever comes in', () => {
    const noise = fc.string({ unit: fc.constantFrom('\x1b', '[', ']', ';', '\\', '\x07', 'm', 'P', 'a', '1', '\x9b') });
    fc.assert(fc.property(noise, (text) => !/[\x1b\x07\x9b]/.test(stripControls(text))));
  });
});

describe('terminalJson', () => {
  it('escapes every control that JSON leaves alone, and keeps the value', () => {
    const value = { 'a\u009b31m': ['\u007f', '\u202ex\u2028', '\u001b[2J', '梨 🍐'] };
    const text = terminalJson(value);
    expect(text).toBe('{"a\\u009b31m":["\\u007f","\\u202ex\\u2028","\\u001b[2J","梨 🍐"]}');
    expect(JSON.parse(text)).toEqual(value);
  });
});
