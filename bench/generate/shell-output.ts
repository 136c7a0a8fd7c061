// Outputs of shell commands, in the sizes and shapes of real logs: plain lines, tracebacks, stacks, sandbox reports, progress.

import { type Rng, Weighted } from './rng.ts';
import { type Escaped, escapeText, type TextPools } from './text-pools.ts';
import type { ModelledAgent } from './truth.ts';
import { colouredLine, identifier, noun, relativePath, sentence, shellLine, stackFrame, verb } from './words.ts';

export type Shape = 'plain' | 'traceback' | 'stack' | 'sandbox' | 'redrawn' | 'bars' | 'crlf' | 'coloured';

interface Outputs {
  readonly shapes: Weighted<Shape>;
  size(rng: Rng): number;
}

interface AgentOutputs {
  readonly ok: Outputs;
  readonly failed: Outputs;
}

function shapesOf(shares: Readonly<Partial<Record<Exclude<Shape, 'plain'>, number>>>): Weighted<Shape> {
  const { traceback = 0, stack = 0, sandbox = 0, redrawn = 0, bars = 0, crlf = 0, coloured = 0 } = shares;
  const rest = 100 - traceback - stack - sandbox - redrawn - bars - crlf - coloured;
  return new Weighted<Shape>([
    ['plain', rest],
    ['traceback', traceback],
    ['stack', stack],
    ['sandbox', sandbox],
    ['redrawn', redrawn],
    ['bars', bars],
    ['crlf', crlf],
    ['coloured', coloured],
  ]);
}

/**
 * Measured on 6,108 shell results of real logs (2,014 of Claude Code, 4,094 of Codex CLI, refused calls left out), in
 * characters, the agent's own head lines included:
 *
 * |                  | share  | p50 | p75   | p90   | p95    | p99    | longest | > 4 kB | > 16 kB |
 * | Claude Code, ok  | 94.4 % | 424 | 1,257 | 2,931 |  5,218 | 16,942 | 30,031  |  6.6 % |   1.2 % |
 * | … failed         |  5.6 % | 596 | 1,859 | 5,164 | 10,019 | 10,039 | 10,041  | 16.1 % |     0 % |
 * | Codex CLI, ok    | 94.4 % | 423 | 3,351 | 9,494 | 17,341 | 39,777 | 40,204  | 22.1 % |   5.2 % |
 * | … failed         |  5.6 % | 187 |   568 | 1,604 |  4,643 | 40,154 | 40,208  |  6.1 % |   1.8 % |
 *
 * The shares of the shapes below are percents of these outputs. None of them had a `<sandbox_violations>` report, which
 * other logs do have: one of a hundred failures of Claude Code has it here, so that reading it is measured.
 */
const OUTPUTS: Readonly<Record<ModelledAgent, AgentOutputs>> = {
  'claude-code': {
    ok: {
      shapes: shapesOf({ traceback: 0.11, stack: 0.05, redrawn: 0.26, bars: 0.11, crlf: 0.21, coloured: 0.32 }),
      size: (rng) => rng.size(430, 3300, 30_000),
    },
    failed: {
      shapes: shapesOf({ traceback: 11.6, sandbox: 1, crlf: 3.6 }),
      size: (rng) => rng.size(640, 6000, 10_000),
    },
  },
  codex: {
    ok: {
      shapes: shapesOf({ stack: 0.1, redrawn: 0.16, bars: 0.16, crlf: 0.28, coloured: 0.49 }),
      // Two kinds of commands: those that print a few words, and those that print files.
      size: (rng) => (rng.chance(0.45) ? rng.size(5300, 20_000, 40_000) : rng.size(240, 700, 40_000)),
    },
    failed: {
      shapes: shapesOf({ stack: 3.1, crlf: 0.9 }),
      size: (rng) => (rng.chance(0.02) ? rng.size(30_000, 40_000, 40_000) : rng.size(80, 1400, 40_000)),
    },
  },
};

function list(count: number, make: () => string): string[] {
  return Array.from({ length: count }, make);
}

/** Frames: p50 1, p90 2, at most 5. */
function traceback(rng: Rng): string {
  const frames = list(rng.size(1, 2, 5), () => {
    const called = `${verb(rng)}_${noun(rng)}`;
    return `  File "/srv/${relativePath(rng, 'py')}", line ${rng.between(1, 900)}, in ${called}\n    ${noun(rng)} = ${called}(${noun(rng)})`;
  });
  const kind = rng.pick(['ValueError', 'KeyError', 'AttributeError', 'ModuleNotFoundError', 'AssertionError']);
  return `Traceback (most recent call last):\n${frames.join('\n')}\n${kind}: ${sentence(rng)}`;
}

function stack(rng: Rng): string {
  const frames = list(rng.size(6, 14, 60), () => stackFrame(rng));
  return `Error: ${sentence(rng)}\n${frames.join('\n')}`;
}

function sandboxReport(rng: Rng): string {
  const program = verb(rng);
  const pid = rng.between(300, 90_000);
  const lines = list(rng.size(6, 60, 130), () => {
    const deed = rng.pick(['file-write-create', 'file-write-data', 'file-read-data', 'network-outbound']);
    return `${program}(${pid}) deny(1) ${deed} /srv/${relativePath(rng, 'rs')}`;
  });
  return `${program}: ${relativePath(rng, 'rs')}: Operation not permitted\n<sandbox_violations>\n${lines.join('\n')}\n</sandbox_violations>`;
}

/** A line that is drawn again and again. Carriage returns: p50 5, p90 119, at most 224. */
function redrawn(rng: Rng): string {
  const times = rng.size(5, 119, 224);
  const what = `${verb(rng)} ${noun(rng)}`;
  const states = Array.from(
    { length: times + 1 },
    (_, at) => `${what}: ${Math.floor((100 * at) / times)}% (${at}/${times})`,
  );
  return `${states.join('\r')}, done.`;
}

const BAR_WIDTH = 24;

/** Bars: p50 10, p90 50. */
function bars(rng: Rng): string {
  return list(rng.size(10, 50, 80), () => {
    const filled = rng.between(4, BAR_WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
    return `${identifier(rng)} ${bar} ${Math.round((100 * filled) / BAR_WIDTH)}% ${rng.int(900)}/900`;
  }).join('\n');
}

/** What makes an output one of its shape; the rest of it is plain lines. */
const MARKS: Readonly<Record<Exclude<Shape, 'plain'>, (rng: Rng) => string>> = {
  traceback,
  stack,
  sandbox: sandboxReport,
  redrawn,
  bars,
  crlf: (rng) => list(rng.size(4, 16, 24), () => shellLine(rng)).join('\r\n'),
  coloured: (rng) => list(rng.size(5, 30, 80), () => colouredLine(rng)).join('\n'),
};

export interface OutputRequest {
  readonly agent: ModelledAgent;
  readonly failed: boolean;
  /** Characters; by default as in real logs. */
  readonly size?: number;
  /** For a JSON document inside a JSON string. */
  readonly isTwice?: boolean;
}

/** What one command printed. Failures come last, progress comes first. */
export function shellOutput(rng: Rng, pools: TextPools, request: OutputRequest): Escaped {
  const { agent, failed, isTwice = false } = request;
  const outputs = OUTPUTS[agent][failed ? 'failed' : 'ok'];
  const size = request.size ?? outputs.size(rng);
  const plain = (length: number): Escaped => (isTwice ? pools.shellTwice(rng, length) : pools.shell(rng, length).text);
  const shape = outputs.shapes.pick(rng);
  if (shape === 'plain') return plain(size);
  const once = escapeText(MARKS[shape](rng));
  const mark = isTwice ? escapeText(once) : once;
  const left = size - mark.length;
  if (left <= 0) return mark;
  const lineFeed = isTwice ? '\\\\n' : '\\n';
  return failed ? `${plain(left)}${lineFeed}${mark}` : `${mark}${lineFeed}${plain(left)}`;
}
