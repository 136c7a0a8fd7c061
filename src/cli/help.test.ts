// Tests help texts: generated from the commands, and consistent for every command.

import { describe, expect, it } from 'vitest';
import type { Command, CommandEntry } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, generalHelp } from './help.ts';
import { LIBRARY_OPTIONS } from './library-options.ts';
import type { Output } from './output.ts';
import { cells } from './table.ts';

const out: Output = {
  width: 120,
  isTerminal: false,
  paint: (_, text) => text,
  safe: (text) => text,
  line: async () => {},
  bytes: async () => {},
  note: () => {},
  hasSpoken: () => false,
};

const listed = { name: 'pick', summary: 'Pick pears.' };
const pick: Command = {
  usage: '<tree…> [options]',
  options: {
    ripe: { type: 'boolean', short: 'r', help: 'Only ripe ones.' },
    most: { type: 'string', value: 'n', help: 'At most this many.' },
  },
  examples: [
    { line: 'pick old', does: 'from the old tree' },
    { line: 'pick new --ripe', does: 'ripe ones' },
  ],
  notes: ['Wear gloves.', 'Bring a ladder.'],
  run: async () => 0,
};

describe('commandHelp', () => {
  it('shows usage, options, examples and notes, in columns', () => {
    expect(commandHelp(listed, pick, out)).toBe(
      `toolscope pick <tree…> [options]

Pick pears.

Options:
  -r, --ripe  Only ripe ones.
  --most <n>  At most this many.
  -h, --help  Show this help.

Examples:
  toolscope pick old         from the old tree
  toolscope pick new --ripe  ripe ones

Wear gloves.

Bring a ladder.`,
    );
  });

  it('tells what nearly every command has after what is its own', () => {
    const { root, json } = LIBRARY_OPTIONS;
    const help = commandHelp(listed, { ...pick, options: { root, json, ...pick.options } }, out);
    expect(help).toMatch(/\nOptions:\n {2}--json +One JSON/);
    expect(help.split('\n\n').at(-1)).toMatch(/^Which logs, and where their index is:\n {2}--root <path> {2}Look here/);
  });

  it('of the plainest command is short', () => {
    const { notes: _, ...rest } = pick;
    expect(commandHelp(listed, { ...rest, usage: '', options: {}, examples: [] }, out)).toBe(
      'toolscope pick\n\nPick pears.\n\nOptions:\n  -h, --help  Show this help.',
    );
  });
});

describe('generalHelp', () => {
  it('lists the commands by what they are for, below each other', () => {
    const second = { name: 'preserve', summary: 'Make jam.' };
    const groups = [
      { title: 'Orchard', commands: [listed] },
      { title: 'Kitchen', commands: [second] },
    ];
    expect(generalHelp(groups, { version: '1.2.3', defaultCommand: 'eat' }, out)).toContain(
      'toolscope 1.2.3: the network panel for AI coding agents\n\nUsage: toolscope <command> [options]\n\nOrchard:\n  pick      Pick pears.\n\nKitchen:\n  preserve  Make jam.\n',
    );
  });
});

const loaded: (readonly [string, CommandEntry, Command])[] = await Promise.all(
  commands.map(async (entry) => [entry.name, entry, await entry.load()] as const),
);

describe.each(loaded)('toolscope %s', (name, entry, command) => {
  it('has a summary that is a sentence, and help for every option', () => {
    expect(entry.summary).toMatch(/^[A-Z].*\.$/);
    for (const { help } of Object.values(command.options)) expect(help).toMatch(/^\S.{5,}/s);
  });

  it('has examples of itself, with options that exist', () => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { line } of command.examples) {
      expect(line.split(' ')[0]).toBe(name);
      const used = [...(line.split('|')[0]?.matchAll(/ --([a-z-]+)/g) ?? [])].map(([, option]) => option);
      expect(used.filter((option) => option !== undefined && !(option in command.options))).toEqual([]);
    }
  });

  it.each([80, 120])('fits into %d columns', (width) => {
    expect(
      commandHelp(entry, command, { ...out, width })
        .split('\n')
        .filter((line) => cells(line) > width && !/^ {2}(?:toolscope )?\S/.test(line)),
    ).toEqual([]);
  });
});

describe('options', () => {
  it('no command uses a letter twice, or takes -h', () => {
    for (const [, , { options }] of loaded) {
      const letters = Object.values(options).flatMap(({ short }) => (short === undefined ? [] : [short]));
      expect([new Set(letters).size, letters.includes('h')]).toEqual([letters.length, false]);
    }
  });
});
