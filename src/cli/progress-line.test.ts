// Tests the progress line: nothing for short work, nothing without a terminal, nothing after it was cleared.

import { WriteStream } from 'node:tty';
import { afterEach, expect, test, vi } from 'vitest';
import { ProgressLine } from './progress-line.ts';

function terminal(isTTY: boolean): { readonly stream: WriteStream; said(): string[] } {
  const said: string[] = [];
  const stream: WriteStream = Object.create(WriteStream.prototype, {
    isTTY: { value: isTTY },
    write: {
      value: (text: string) => {
        said.push(text);
        return true;
      },
    },
  });
  return { stream, said: () => said };
}

afterEach(() => void vi.useRealTimers());

test('a line after a while, cleared once, and not drawn again', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { stream, said } = terminal(true);
  const progress = new ProgressLine(stream, { files: 4, bytes: 4000 });
  progress.file(1000);
  expect(said()).toEqual([]);
  vi.advanceTimersByTime(1000);
  progress.file(1000);
  expect(said()).toEqual(['\r\x1b[2K2/4 files  2.0 kB of 4.0 kB  2.0 kB/s  1 s left']);
  progress.done();
  progress.done();
  vi.advanceTimersByTime(1000);
  progress.file(1000);
  expect(said().slice(1)).toEqual(['\r\x1b[2K']);
});

test('starts with its label', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { stream, said } = terminal(true);
  const progress = new ProgressLine(stream, { files: 4, bytes: 4000 }, 'Archive: ');
  vi.advanceTimersByTime(1000);
  progress.file(1000);
  expect(said()).toEqual(['\r\x1b[2KArchive: 1/4 files  1.0 kB of 4.0 kB  1.0 kB/s  3 s left']);
});

test('nothing without a terminal', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { stream, said } = terminal(false);
  const progress = new ProgressLine(stream, { files: 4, bytes: 4000 });
  vi.advanceTimersByTime(1000);
  progress.file(1000);
  progress.done();
  expect(said()).toEqual([]);
});
