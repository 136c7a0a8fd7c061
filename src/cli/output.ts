// Standard output: colours only on a terminal, log text without control sequences, and a closed pipe ends quietly.

import type { Writable } from 'node:stream';
import { stripControls } from '../base/terminal.ts';
import { prose } from './prose.ts';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, grey: 90 } as const;

export type Style = keyof typeof CODES;

/** The reader of our output has gone: stop, without an error. */
export class PipeClosed extends Error {}

export interface Output {
  readonly width: number;
  readonly isTerminal: boolean;
  /** Colours our own text. */
  paint(style: Style, text: string): string;
  /** Text from logs, safe for a terminal, on one line. */
  safe(text: string): string;
  /** A line on standard output. Resolves when there is room for more. */
  line(text: string): Promise<void>;
  /** Whole lines on standard output as they are, safe for a terminal already. Resolves when there is room for more. */
  bytes(lines: Uint8Array): Promise<void>;
  /** A line on standard error, control sequences removed: messages quote paths and names. */
  note(text: string): void;
  /** Whether anything was written to standard output. */
  hasSpoken(): boolean;
}

/** A stream that may be a terminal. */
export type TextStream = Pick<Writable, 'write' | 'on' | 'off'> & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

function wantsColour(stream: TextStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

function sizeOf({ columns, isTTY }: TextStream): { readonly width: number; readonly isTerminal: boolean } {
  // A terminal that nobody gave a size says 0.
  return { width: columns || Number(process.env['COLUMNS']) || 120, isTerminal: isTTY === true };
}

/** `onLost` is called when output could not be written although a reader expects it: the disk is full. */
export function openOutput(stdout: TextStream, stderr: TextStream, onLost: () => void = () => {}): Output {
  const colour = wantsColour(stdout);
  let closed = false;
  let hasSpoken = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    closed = true;
    if (error.code === 'EPIPE') return;
    stderr.write(`toolscope: cannot write: ${error.message}\n`);
    onLost();
  });
  // Standard error was closed; the exit status still reports errors.
  stderr.on('error', () => {});
  async function put(output: string | Uint8Array): Promise<void> {
    if (closed) throw new PipeClosed();
    hasSpoken = true;
    if (!stdout.write(output)) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          stdout.off('drain', done);
          stdout.off('close', done);
          stdout.off('error', done);
          resolve();
        };
        stdout.on('drain', done);
        stdout.on('close', done);
        stdout.on('error', done);
      });
    }
    if (closed) throw new PipeClosed();
  }
  return {
    ...sizeOf(stdout),
    paint: (style, text) => (colour ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text),
    safe: (text) => stripControls(text).replace(/\s+/g, ' '),
    line: (text) => put(`${text}\n`),
    bytes: put,
    note(text) {
      const lines = stripControls(text).split('\n');
      // Text laid out in lines, such as a marker below a word, is not wrapped.
      const shown = lines.length > 1 ? lines : prose(lines[0] ?? '', sizeOf(stderr));
      stderr.write(`${shown.join('\n')}\n`);
    },
    hasSpoken: () => hasSpoken,
  };
}
