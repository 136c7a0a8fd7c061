// Tests that logs of every agent that grow, and documents that are rewritten, give the index what reading them gives, however often
// it looked in between.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { indexOnce, indexPicture, newFolder, readPicture } from '../index/support.ts';
import { type DemoLog, demoLogs, WRITING_AGENTS } from '../support/demo-logs.ts';
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

/** The log with more and more of its lines; of one that is no file of lines, all of it. */
function demoSteps({ file, text, isLines }: DemoLog): Steps {
  const lines = text.split(/(?<=\n)/);
  const ends = isLines ? [1 / 3, 2 / 3, 1] : [1];
  return { file, texts: ends.map((part) => lines.slice(0, Math.ceil(lines.length * part)).join('')) };
}

const DEMO = await demoLogs();

it('has every agent that writes logs', () => {
  const shown = new Set(DEMO.map(({ format }) => format));
  expect(WRITING_AGENTS.filter((format) => !shown.has(format)).map(({ agent }) => agent)).toEqual([]);
});

it.each<[string, () => Steps]>([
  ...DEMO.map((log): [string, () => Steps] => [`${log.format.title}: ${log.file}`, () => demoSteps(log)]),
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
    expect((await indexPicture(folder)).calls.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
