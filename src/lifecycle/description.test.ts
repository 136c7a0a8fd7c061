// Tests a session's state fields: the last word counts, by place in the file, but of working folders the first; a
// person's title beats a generated one.

import { describe, expect, it } from 'vitest';
import type { SessionFields } from '../model/observation.ts';
import type { LineRef } from '../model/source.ts';
import { Description } from './description.ts';

function described(...words: readonly [offset: number, fields: SessionFields][]): SessionFields {
  const description = new Description();
  for (const [offset, fields] of words) description.note(fields, { source: 0, line: offset, offset, length: 1 });
  return description.fields;
}

describe('Description', () => {
  it('takes the last word on each field by place, whenever it came', () => {
    expect(described([5, { gitBranch: 'b', version: '2' }], [1, { gitBranch: 'a', entrypoint: 'cli' }])).toEqual({
      gitBranch: 'b',
      version: '2',
      entrypoint: 'cli',
    });
  });

  it('takes the folder it began in, wherever the agent went from there', () => {
    expect(described([5, { cwd: '/orchard/pears' }], [1, { cwd: '/orchard' }], [9, { cwd: '/tmp' }])).toEqual({
      cwd: '/orchard',
    });
  });

  it('takes a hint only where nobody says it, wherever the hint stands', () => {
    for (const hinted of [1, 9]) {
      const description = new Description();
      const note = (fields: SessionFields, offset: number, isHint?: true): void =>
        description.note(fields, { source: 0, line: offset, offset, length: 1 }, isHint);
      note({ cwd: '/hinted', version: '1' }, hinted, true);
      note({ cwd: '/said' }, 5);
      note({ cwd: '/hinted' }, hinted, true);
      expect(description.fields).toEqual({ cwd: '/said', version: '1' });
    }
  });

  it('takes no empty word for one', () => {
    expect(
      described([1, { title: 'Pears', titleBy: 'model' }], [2, { title: '', titleBy: 'user' }], [3, { cwd: '' }]),
    ).toEqual({ title: 'Pears', titleBy: 'model' });
  });

  it.each<[SessionFields['titleBy'], SessionFields['titleBy'], string]>([
    ['user', 'model', 'first'],
    ['model', 'summary', 'first'],
    ['summary', 'prompt', 'first'],
    ['summary', 'model', 'second'],
    ['model', 'user', 'second'],
    ['user', 'user', 'second'],
    ['prompt', 'prompt', 'first'],
    ['prompt', 'summary', 'second'],
  ])('a title by %s, then one by %s: the %s', (one, other, winner) => {
    const fields = described(
      [1, { title: 'first', ...(one === undefined ? {} : { titleBy: one }) }],
      [2, { title: 'second', ...(other === undefined ? {} : { titleBy: other }) }],
    );
    expect(fields.title).toBe(winner);
  });

  it.each([
    ['Peel the pears\nand slice them', 'Peel the pears and slice them'],
    ['\n  Carry out this plan:\n\n## Peel the pears\nand slice them', 'Carry out this plan: Peel the pears'],
    ['Carry out this plan:\n', 'Carry out this plan:'],
    ['```\nlet pears = 1;\n```\nWhy does this not grow?', 'Why does this not grow?'],
    ['[\n  "pears"\n]', '"pears"'],
    ['# Peel the **ripe** `pears`', 'Peel the ripe pears'],
    ['Look at [the pears](https://fruit.example/pears) and [plums](docs)', 'Look at the pears and [plums](docs)'],
    ['Why does list[0](./value) throw?', 'Why does list[0](./value) throw?'],
    ['<system_instruction>\nBe kind.\n</system_instruction>\nPeel the pears', 'Peel the pears'],
    ['<user_query>Peel the pears</user_query>', 'Peel the pears'],
    ['Why is <div> not closed?', 'Why is <div> not closed?'],
    ['hey', 'hey'],
    ['/water @pears.md every day', '/water @pears.md every day'],
    ['Operation stopped by hook: closed\n\nOriginal prompt: Peel the pears', 'Peel the pears'],
    [`${'pear '.repeat(40)}:\nnext`, `${'pear '.repeat(40).slice(0, 119)}…`],
  ])('a prompt that begins %j is called %j', (text, title) => {
    const description = new Description();
    description.notePrompt(text, { source: 0, line: 1, offset: 1, length: 1 }, true);
    expect(description.fields).toEqual({ title, titleBy: 'prompt' });
  });

  it.each([
    'hey',
    'Hi there!',
    '019ca8a0-4074-7000-8000-000000000002',
    '[',
    '```\n```',
    'This session is being continued from a previous conversation that ran out of context.',
    'I apologize, but I cannot see a conversation.',
    '<system_instruction>Be kind.</system_instruction>',
    'Operation stopped by hook: the orchard is closed',
    '/resume 019ca8a0-4074-7000-8000-000000000002',
    '/water',
    '181',
    'CR',
    'go ahead',
    "You must fully embody this agent's persona and follow all instructions.",
  ])('passes over %j where a later prompt is known, whichever comes first', (text) => {
    const at = (offset: number): LineRef => ({ source: 0, line: offset, offset, length: 1 });
    for (const isLate of [true, false]) {
      const description = new Description();
      if (isLate) description.notePrompt('Peel the pears', at(5), true);
      description.notePrompt(text, at(1), true);
      if (!isLate) description.notePrompt('Peel the pears', at(5), true);
      description.notePrompt('Slice them', at(9), true);
      expect(description.fields.title).toBe('Peel the pears');
    }
  });

  it('takes what another agent was asked only where the session has no prompt of its own', () => {
    const at = (offset: number): LineRef => ({ source: 0, line: offset, offset, length: 1 });
    const others = (description: Description): void => description.notePrompt('Count the bees', at(1), false);
    const own = (description: Description): void => description.notePrompt('hi', at(5), true);
    const titleAfter = (...notes: ((description: Description) => void)[]): string | undefined => {
      const description = new Description();
      for (const note of notes) note(description);
      return description.fields.title;
    };
    expect(titleAfter(others)).toBe('Count the bees');
    expect(titleAfter(others, own)).toBe('hi');
    expect(titleAfter(own, others)).toBe('hi');
  });

  it('takes no refusal for a title', () => {
    expect(described([1, { title: 'I apologize, but there is no conversation.', titleBy: 'summary' }])).toEqual({});
  });

  it('goes on after being saved', () => {
    const first = new Description();
    first.note({ title: 'mine', titleBy: 'user' }, { source: 0, line: 1, offset: 1, length: 1 });
    const again = new Description(structuredClone(first.save()));
    again.note({ title: 'theirs', titleBy: 'model' }, { source: 0, line: 2, offset: 2, length: 1 });
    expect(again.fields).toEqual({ title: 'mine', titleBy: 'user' });
  });
});
