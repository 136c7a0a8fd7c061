// A folder of logs made to do harm, each in one way. Big ones are made on demand, sparse or compressed where possible.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClaudeLog } from '../support/claude-log.ts';
import { bomb, greedyWindow } from '../support/zstd-bomb.ts';

export interface HostileCorpus {
  readonly folder: string;
  /** Calls that are right, one in each log that holds one. */
  readonly calls: number;
}

function idOf(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-2222-4333-8444-555555555555`;
}

/** A log with one good call, whose text can be searched for. */
function good(number: number): ClaudeLog {
  const log = new ClaudeLog(idOf(number));
  log.prompt('look for the lighthouse');
  log.call(`toolu_${number}`, 'Bash', { command: 'ls' });
  log.result(`toolu_${number}`, 'x');
  return log;
}

/** One message that asks for very many calls. */
function manyBlocks(number: number, count: number): string {
  const content = Array.from({ length: count }, (_, i) => ({
    type: 'tool_use',
    id: `toolu_m${i}`,
    name: 'Bash',
    input: {},
  }));
  const message = { id: 'm', role: 'assistant', content };
  return JSON.stringify({
    type: 'assistant',
    uuid: 'u',
    sessionId: idOf(number),
    timestamp: '2026-03-01T09:00:00.000Z',
    message,
  });
}

/** Values that cannot be true, and names that mean something to others. */
function lies(number: number): string {
  const log = good(number);
  const usage = { input_tokens: -5, output_tokens: 1e300, cache_read_input_tokens: 2 ** 60 };
  const message = { id: 'm', role: 'assistant', content: [{ type: 'text', text: '=cmd|calc!A1' }], usage };
  log.raw({ type: 'assistant', uuid: 'x', sessionId: '../../..', timestamp: '+275760-09-13T00:00:00.000Z', message });
  log.raw({ type: 'assistant', uuid: '__proto__', sessionId: '\u202e', timestamp: '9999-12-31T00:00:00Z', message });
  return log.text();
}

function repeated(line: string, count: number): string {
  return `${line}\n`.repeat(count);
}

export function hostileCorpus(): HostileCorpus {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-hostile-'));
  let number = 0;
  const write = (content: (number: number) => string | Uint8Array, ending = '.jsonl'): string => {
    number++;
    const path = join(folder, `${idOf(number)}${ending}`);
    writeFileSync(path, content(number));
    return path;
  };
  const text = (n: number): string => good(n).text();
  // Lines: half a gigabyte without an end, just under the limit, nothing but brackets, no JSON at all.
  truncateSync(write(text), 512 * 1024 ** 2);
  write((n) => `${text(n)}${JSON.stringify({ type: 'user', text: 'y'.repeat(30_000_000) })}\n`);
  write((n) => `${text(n)}${'['.repeat(20_000_000)}\n`);
  write((n) => `${text(n)}${'{"a":'.repeat(4_000_000)}\n`);
  write((n) => text(n) + repeated('nonsense', 300_000));
  write((n) => text(n) + repeated('{"type":', 30_000));
  write((n) => text(n) + repeated('{}', 100_000));
  write((n) => text(n) + repeated('', 500_000));
  write((n) => `${text(n)}${manyBlocks(n, 20_000)}\n`);
  write(lies);
  // Packed files.
  write((n) => bomb(text(n), 60_000), '.jsonl.zst');
  write((n) => bomb(text(n), 8, 0x0a), '.jsonl.zst');
  writeFileSync(join(folder, 'greedy.jsonl.zst'), greedyWindow());
  writeFileSync(join(folder, 'torn.jsonl.zst'), bomb(good(1).text(), 10).subarray(0, 60));
  // Things that are no files.
  mkdirSync(join(folder, 'folder.jsonl'));
  symlinkSync('/dev/zero', join(folder, 'zero.jsonl'));
  symlinkSync(folder, join(folder, 'round'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
  return { folder, calls: number };
}
