// Tests that logs of pi, Gemini CLI and Qwen Code that grow, and documents that are rewritten, give the index what reading
// them gives, however often it looked in between.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { indexOnce, indexPicture, newFolder, readPicture } from '../index/support.ts';
import { GeminiLog } from '../support/gemini-log.ts';
import { PiLog } from '../support/pi-log.ts';
import { QwenLog } from '../support/qwen-log.ts';

const LIMIT_MS = 120_000;

/** What a log is after each of its steps. */
interface Steps {
  readonly file: string;
  readonly texts: readonly string[];
}

const shell = (id: string) => ({ id, name: 'run_shell_command', args: { command: `run ${id}` }, output: 'Output: x' });

function geminiSteps(kind: 'lines' | 'document'): Steps {
  const log = new GeminiLog().prompt('go');
  const textOf = (): string => (kind === 'lines' ? log.text() : log.document());
  const texts = [textOf()];
  log.calls([shell('c1')]);
  texts.push(textOf());
  // Another call of the same message: its line is written again, and in the document it changes in its place.
  const last = log.records.at(-1) ?? {};
  const calls = last['toolCalls'] as unknown[];
  log.records.push({ ...last, toolCalls: [...calls, log.callRecord({ ...shell('c2'), status: 'cancelled' })] });
  texts.push(textOf());
  log.prompt('on');
  log.calls([shell('c3')]);
  texts.push(textOf());
  return { file: kind === 'lines' ? log.file : log.file.replace('.jsonl', '.json'), texts };
}

function piSteps(): Steps {
  const log = new PiLog().prompt('go');
  const texts = [log.text()];
  const start = log.leaf;
  log.call('c1', 'bash', { command: 'a' }, 'x');
  texts.push(log.text());
  log
    .goTo(start)
    .prompt('else')
    .ask([{ id: 'c2', name: 'bash', args: { command: 'b' } }]);
  texts.push(log.text());
  texts.push(log.failed('c2', 'bash', 'Command exited with code 2').text());
  return { file: log.file, texts };
}

function qwenSteps(): Steps {
  const log = new QwenLog().prompt('go');
  const texts = [log.text()];
  texts.push(log.ask([shell('c1'), shell('c2')]).text());
  texts.push(log.answer('c1', 'run_shell_command', 'Output: x\nExit Code: 1').text());
  log.telemetry({ call_id: 'c1', function_name: 'run_shell_command', duration_ms: 500, decision: 'accept' });
  texts.push(log.goTo('u0').system('rewind', { truncatedCount: 1 }).prompt('else').text());
  return { file: log.file, texts };
}

it.each<[string, () => Steps]>([
  ['lines of Gemini CLI', () => geminiSteps('lines')],
  ['a document of Gemini CLI', () => geminiSteps('document')],
  ['pi', piSteps],
  ['Qwen Code', qwenSteps],
])(
  '%s',
  async (_name, make) => {
    const { file, texts } = make();
    const place = newFolder();
    const folder = newFolder();
    const path = join(place, file);
    mkdirSync(dirname(path), { recursive: true });
    for (const text of texts) {
      writeFileSync(path, text);
      await indexOnce(folder, [place]);
      expect(await indexPicture(folder)).toEqual(await readPicture([place]));
    }
    expect((await indexPicture(folder)).calls.length).toBeGreaterThan(1);
  },
  LIMIT_MS,
);
