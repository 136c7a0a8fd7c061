// Tests parsing of answers where questions and answers contain quotes, commas and each other.

import { describe, expect, it } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import { readAnswers, readClarification } from './answer-text.ts';
import { matchAnswer, type Question } from './questions.ts';

function ask(question: string, labels: readonly string[] = [], multiSelect = false): Question {
  return { question, options: labels.map((label) => ({ label })), multiSelect, secret: false };
}

function pairs(text: string, questions: readonly Question[] = []) {
  return readAnswers(text, questions)?.map((one) => [one.question, one.answer]);
}

const END = ". You can now continue with the user's answers in mind.";

describe('answers in a sentence', () => {
  it('reads several pairs without knowing the questions', () => {
    const text = `User has answered your questions: "Name?"="Ann", "Colours? (two, by default)"="red, blue"${END}`;
    expect(pairs(text)).toEqual([
      ['Name?', 'Ann'],
      ['Colours? (two, by default)', 'red, blue'],
    ]);
  });

  it('keeps quotes inside questions and answers', () => {
    const text = `User has answered your questions: "Is "fast" enough?"="No: "fast", "small" and "right"", "Why?"="It's "obvious""${END}`;
    expect(pairs(text, [ask('Is "fast" enough?'), ask('Why?')])).toEqual([
      ['Is "fast" enough?', 'No: "fast", "small" and "right"'],
      ['Why?', 'It\'s "obvious"'],
    ]);
  });

  it('finds answers that quote another question', () => {
    const text = `Your questions have been answered: "A?"="see "B?" below", "B?"="yes". You can now continue with these answers in mind.`;
    expect(pairs(text, [ask('A?'), ask('B?')])).toEqual([
      ['A?', 'see "B?" below'],
      ['B?', 'yes'],
    ]);
  });

  it('keeps line breaks, empty answers and questions without an answer', () => {
    const text = `User has answered your questions: "A?"="one\ntwo", "B?"=""${END}`;
    expect(pairs(text, [ask('A?'), ask('B?'), ask('C?')])).toEqual([
      ['A?', 'one\ntwo'],
      ['B?', ''],
      ['C?', null],
    ]);
  });

  it('tells notes and previews from the answer', () => {
    const text = `Your questions have been answered: "A?"="Left" selected preview:\n[x] [ ] user notes: a bit wider, "B?"="Right"${END}`;
    expect(
      readAnswers(text, [ask('A?', ['Left']), ask('B?')])?.map((one) => [one.answer, one.chosenPreview, one.notes]),
    ).toEqual([
      ['Left', '[x] [ ]', 'a bit wider'],
      ['Right', undefined, undefined],
    ]);
  });

  it('is another text when the opening words are not there', () => {
    expect(readAnswers('The user said: "A?"="B"', [])).toBeUndefined();
  });

  it('reads megabytes of quotes in linear time', () => {
    const text = `User has answered your questions: "A?"="${'", "'.repeat(1_000_000)}"${END}`;
    expect(mustEnd(() => readAnswers(text, [ask('A?')]))?.[0]?.answer?.length).toBe(4_000_000);
    mustEnd(() => readAnswers(text, []));
    mustEnd(() => readAnswers(`User has answered your questions: ${'"="'.repeat(1_000_000)}`, []));
  });
});

describe('answers in words of one’s own', () => {
  it('tells notes without an option from an answer', () => {
    const text =
      'The user answered: "A?"=(no option selected) notes: neither, nor "B", "B?"="two", "C?"=(no option selected). Read the answers carefully.';
    expect(readAnswers(text, [ask('A?'), ask('B?'), ask('C?')])?.map((one) => [one.answer, one.notes])).toEqual([
      [null, 'neither, nor "B"'],
      ['two', undefined],
      [null, undefined],
    ]);
  });
});

describe('clarifications', () => {
  it('lists what was answered before the person stopped', () => {
    const text =
      'The user wants to clarify these questions.\n\n    Questions asked:\n- "A?"\n  Answer: one\nmore\n- "B "quoted"?"\n  (No answer provided)';
    const found = readClarification(text, [ask('A?')]);
    expect(found?.wish).toBe('talk');
    expect(found?.questions.map((one) => [one.question, one.answer])).toEqual([
      ['A?', 'one\nmore'],
      ['B "quoted"?', null],
    ]);
  });

  it('keeps notes apart from answers', () => {
    const text =
      'The user has indicated they have provided enough answers.\n\nQuestions asked and answers provided:\n- "A?"\n  Answer: one\n  User notes: but small\nand round\n- "B?"\n  (No answer provided)\n  User notes: ask later';
    const found = readClarification(text, []);
    expect(found?.wish).toBe('go-on');
    expect(found?.questions.map((one) => [one.answer, one.notes])).toEqual([
      ['one', 'but small\nand round'],
      [null, 'ask later'],
    ]);
  });

  it('falls back to the asked questions, and leaves other texts alone', () => {
    expect(
      readClarification('The user wants to clarify these questions.', [ask('A?')])?.questions.map((one) => one.answer),
    ).toEqual([null]);
    expect(readClarification('No.', [])).toBeUndefined();
  });
});

describe('chosen options', () => {
  const options = [{ label: 'Red' }, { label: 'Red, dark' }, { label: 'Blue' }];
  const chosen = (answer: string, multiSelect: boolean) => {
    const { labels, typed } = matchAnswer(answer, options, multiSelect);
    return { labels: [...labels], typed };
  };

  it('prefers the longest label and keeps what was typed', () => {
    expect(chosen('Red, dark, Blue, and some "teal"', true)).toEqual({
      labels: ['Red, dark', 'Blue'],
      typed: 'and some "teal"',
    });
  });

  it('does not choose a label that is part of a sentence', () => {
    expect(chosen('Blue, but only on Sundays', false)).toEqual({ labels: [], typed: 'Blue, but only on Sundays' });
    expect(chosen('Bluebell', false)).toEqual({ labels: [], typed: 'Bluebell' });
  });

  it('takes several labels even where only one was allowed', () => {
    expect(chosen('Red, Blue', false)).toEqual({ labels: ['Red', 'Blue'], typed: null });
  });

  it('takes nothing from an empty answer', () => {
    expect(chosen(' ', true)).toEqual({ labels: [], typed: null });
  });
});
