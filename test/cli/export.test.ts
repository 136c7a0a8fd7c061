// Tests `toolscope export`: a made-up session as a trace, on standard output and in a file that is never overwritten.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exportSession } from '../../src/cli/commands/export.ts';
import { exportTrace, readSession, TRACE_FORMATS } from '../../src/index.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { runHere, type Said } from '../support/run-here.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const LONG = '55555555-2222-4333-8444-555555555555';
const FORK = '99999999-2222-4333-8444-555555555555';

function orchard(): ClaudeLog {
  const log = new ClaudeLog(SID);
  log.prompt('count the pears');
  log.call('toolu_a', 'Bash', { command: 'make pears' });
  log.wait(2000);
  log.result('toolu_a', 'done', { structured: { stdout: 'done', stderr: '', interrupted: false } });
  log.call('toolu_b', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  log.result('toolu_b', '<tool_use_error>File does not exist.</tool_use_error>', { isError: true });
  return log;
}

/** The same records again under another name, and one call more. */
function fork(): string {
  const log = new ClaudeLog(FORK);
  log.wait(60_000);
  log.call('toolu_c', 'Bash', { command: 'ls' });
  log.result('toolu_c', 'x');
  return orchard().text().replaceAll(`"sessionId":"${SID}"`, `"sessionId":"${FORK}"`) + log.text();
}

interface Event {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly ts: number;
  readonly dur?: number;
  readonly args: Readonly<Record<string, unknown>>;
}

function callsIn(text: string): Event[] {
  const { traceEvents }: { readonly traceEvents: readonly Event[] } = JSON.parse(text);
  return traceEvents.filter(({ cat }) => cat === 'tool');
}

afterEach(() => vi.unstubAllEnvs());

describe('export', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: orchard().text(), [`${FORK}.jsonl`]: fork() });
  const home = folderWith({});
  const folder = folderWith({});
  const ask = (...args: string[]): Promise<Said> => runHere(['export', ...args, '--root', logs], { home });

  it('writes a Chrome trace to standard output, and nothing else', async () => {
    const { status, out, notes } = await ask('1111');
    expect([status, notes]).toEqual([0, '']);
    expect(callsIn(out).map(({ ph, name, ts, dur, args }) => [ph, name, ts, dur, args['toolscope.summary']])).toEqual([
      ['X', 'Bash', Date.UTC(2026, 2, 1, 9, 0, 2) * 1000, 3_000_000, 'make pears'],
      ['X', 'Read (error)', Date.UTC(2026, 2, 1, 9, 0, 6) * 1000, 1_000_000, '/home/dev/orchard/pear.ts'],
    ]);
    expect((await ask('1111')).out).toBe(out);
  });

  it('says the same as the library, however long the session is', async () => {
    const long = new ClaudeLog(LONG);
    for (let i = 0; i < 450; i++) {
      long.add('assistant', {
        message: {
          id: `m${i}`,
          role: 'assistant',
          content: Array.from({ length: i % 13 }, (_, n) => ({
            type: 'tool_use',
            id: `toolu_${i}_${n}`,
            name: 'Bash',
            input: { command: `echo ${i} ${n}` },
          })),
        },
      });
      for (let n = 0; n < i % 13; n++) long.result(`toolu_${i}_${n}`, 'x');
    }
    const path = join(folderWith({ [`${LONG}.jsonl`]: long.text() }), `${LONG}.jsonl`);
    const session = await readSession(path);
    expect(session.calls.length).toBeGreaterThan(2000);
    for (const format of ['perfetto', 'otlp'] as const) {
      const { out } = await runHere(['export', LONG, '--format', format, '--root', path], { home });
      let whole = '';
      for await (const piece of exportTrace(session, { format })) whole += piece;
      expect(out === whole).toBe(true);
    }
  }, 60_000);

  it('writes OTLP as one line', async () => {
    const { status, out } = await ask('1111', '--format', 'otlp');
    expect([status, out.split('\n').length]).toEqual([0, 2]);
    const { resourceSpans } = JSON.parse(out);
    const { spans } = resourceSpans[0].scopeSpans[0];
    expect(spans.map(({ name }: Event) => name)).toEqual([
      'invoke_agent claude-code',
      'execute_tool Bash',
      'execute_tool Read',
    ]);
    expect(spans[2].status).toEqual({ code: 2, message: 'file-missing' });
  });

  it('leaves out every word of the log', async () => {
    const { out } = await ask('1111', '--no-summaries');
    expect(callsIn(out).length).toBe(2);
    expect(out).not.toMatch(/pear|orchard/);
  });

  it('marks calls that another session made', async () => {
    const { out } = await ask('9999');
    expect(callsIn(out).map(({ args }) => [args['gen_ai.tool.call.id'], args['toolscope.copy_of']])).toEqual([
      ['toolu_a', SID],
      ['toolu_b', SID],
      ['toolu_c', undefined],
    ]);
  });

  it('writes a file, says where to open it, and never writes over one', async () => {
    const path = join(folder, 'trace.json');
    const first = await ask('1111', '--output', path);
    expect([first.status, first.out]).toEqual([0, '']);
    expect(first.notes).toContain('2 calls written to');
    expect(first.notes).toContain('ui.perfetto.dev');
    expect(callsIn(readFileSync(path, 'utf8')).length).toBe(2);
    writeFileSync(path, 'mine');
    const again = await ask('1111', '-o', path);
    expect([again.status, again.out]).toEqual([1, '']);
    expect(again.notes).toContain('already exists');
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it('offers every format there is', () => {
    expect(exportSession.options['format']?.value).toBe(TRACE_FORMATS.join('|'));
  });

  it('refuses what it does not understand', async () => {
    expect(await ask('1111', '--format', 'har')).toMatchObject({ status: 2, out: '' });
    expect(await ask()).toMatchObject({ status: 2, out: '' });
    expect(await ask('nobody')).toMatchObject({ status: 1, out: '' });
    const nowhere = join(folder, 'no', 'such', 'folder.json');
    expect(await ask('1111', '-o', nowhere)).toMatchObject({ status: 2, out: '' });
    expect(existsSync(nowhere)).toBe(false);
  });
});
