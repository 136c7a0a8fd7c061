// Tests standard output: colours when wanted, log text made safe, waiting for room, and a reader that left.

import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Output, openOutput, PipeClosed } from './output.ts';

interface Fake {
  readonly out: Output;
  readonly stdout: PassThrough;
  written(): string;
  noted(): string;
}

function open(fields: { isTTY?: boolean; columns?: number } = {}): Fake {
  const [stdout, stderr] = [Object.assign(new PassThrough(), fields), Object.assign(new PassThrough(), fields)];
  const read = (stream: PassThrough): string => String(stream.read() ?? '');
  return { out: openOutput(stdout, stderr), stdout, written: () => read(stdout), noted: () => read(stderr) };
}

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'COLUMNS']) vi.stubEnv(name, '');
  vi.stubEnv('TERM', 'xterm-256color');
});
afterEach(() => vi.unstubAllEnvs());

describe('colours', () => {
  it.each<[string, boolean, Record<string, string>, boolean]>([
    ['a terminal', true, {}, true],
    ['a pipe', false, {}, false],
    ['a terminal that can do nothing', true, { TERM: 'dumb' }, false],
    ['a terminal, with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['a terminal, with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
    ['a pipe, with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['a pipe, with FORCE_COLOR off', false, { FORCE_COLOR: '0' }, false],
    ['both: the wish for none wins', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', (_, isTTY, env, expected) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { out } = open({ isTTY });
    expect(out.paint('red', 'pear')).toBe(expected ? '\u001b[31mpear\u001b[0m' : 'pear');
    expect(out.isTerminal).toBe(isTTY);
  });
});

describe('width', () => {
  it('is the terminal’s, else COLUMNS, else 120', () => {
    expect(open({ columns: 77 }).out.width).toBe(77);
    expect([open().out.width, open({ columns: 0 }).out.width]).toEqual([120, 120]);
    vi.stubEnv('COLUMNS', '60');
    expect([open().out.width, open({ columns: 77 }).out.width]).toEqual([60, 77]);
    vi.stubEnv('COLUMNS', 'wide');
    expect(open().out.width).toBe(120);
  });
});

describe('foreign text', () => {
  it.each([
    ['a\u001b[31mb\u001b[0m', 'ab'],
    ['a\u001b]0;title\u0007b', 'ab'],
    ['a\u009b31mb', 'a31mb'],
    ['a\nb\r\n\tc', 'a b c'],
    ['a\u202eb\u2028c', 'abc'],
    ['a\u0000\u0007\u0008b', 'ab'],
  ])('%j becomes %j', (text, expected) => {
    expect(open().out.safe(text)).toBe(expected);
  });

  it('in notes keeps its lines and loses its control sequences', () => {
    const { out, noted } = open();
    out.note('one\u001b]0;title\u0007\ntwo\u001b[2J');
    expect(noted()).toBe('one\ntwo\n');
  });

  it('in notes is broken between words on a terminal, and nowhere else', () => {
    const note = 'three pears are ripe and two are not';
    const terminal = open({ isTTY: true, columns: 20 });
    terminal.out.note(note);
    expect(terminal.noted()).toBe('three pears are\n  ripe and two are\n  not\n');
    const pipe = open({ columns: 20 });
    pipe.out.note(note);
    expect(pipe.noted()).toBe(`${note}\n`);
  });
});

describe('lines', () => {
  it('are written in order', async () => {
    const { out, written } = open();
    await out.line('one');
    await out.line('two');
    expect(written()).toBe('one\ntwo\n');
  });

  it('wait for room', async () => {
    const { out, stdout } = open();
    let done = false;
    const waiting = out.line('x'.repeat(100_000)).then(() => {
      done = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toBe(false);
    stdout.resume();
    await waiting;
    expect(done).toBe(true);
  });

  it('end quietly when the reader has left', async () => {
    const { out, stdout, noted } = open();
    stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(out.line('x')).rejects.toBeInstanceOf(PipeClosed);
    expect(noted()).toBe('');
  });

  it('end while waiting when the reader leaves', async () => {
    const { out, stdout } = open();
    const waiting = out.line('x'.repeat(100_000));
    stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await expect(waiting).rejects.toBeInstanceOf(PipeClosed);
  });

  it('say why when it was something else', async () => {
    const { out, stdout, noted } = open();
    stdout.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(out.line('x')).rejects.toBeInstanceOf(PipeClosed);
    expect(noted()).toBe('toolscope: cannot write: no space left on device\n');
  });
});
