// Tests that no planted secret is in anything that is shared: traces in both formats, over every route, and shared patches.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportTrace, type RedactionReport, readSession, TRACE_FORMATS, type TraceFormat } from '../../src/index.ts';
import { type Served, serve } from '../server/support.ts';
import { ClaudeLog, folderWith, type Json } from '../support/claude-log.ts';
import { leftOf, PLACES, type Planted, plantedSecrets } from '../support/planted-secrets.ts';
import { buildWeb } from '../support/program.ts';
import { runHere } from '../support/run-here.ts';

const SID = '41111111-2222-4333-8444-555555555555';
const PARTS = { agent: 'claude-code', session: SID };
const SECRETS = plantedSecrets();

function plantedLog(): ClaudeLog {
  const log = new ClaudeLog(SID);
  log.prompt('water the trees');
  for (const [kind, planted] of SECRETS.entries()) {
    for (const [place, records] of Object.values(PLACES).entries()) {
      for (const record of records(planted.phrase, `toolu_${kind}_${place}`)) {
        const { type, ...fields } = record;
        if (type === 'summary' || type === 'custom-title') log.raw({ ...record, sessionId: SID });
        else log.add(String(type), fields);
      }
    }
  }
  return log;
}

const CUT_SID = '42222222-2222-4333-8444-555555555555';

/** Every secret once at each place where something of a shared session is cut: half of it before, half of it behind. */
function cutLog(): ClaudeLog {
  const log = new ClaudeLog(CUT_SID);
  const upTo = (end: number, phrase: string): string =>
    `${'pear '.repeat(Math.ceil(end / 5)).slice(0, end - Math.ceil(phrase.length / 2))} ${phrase} tree`.slice(1);
  for (const [kind, { phrase }] of SECRETS.entries()) {
    const id = `toolu_cut_${kind}`;
    log.prompt(upTo(8000, phrase));
    log.call(id, 'Bash', { command: `cat ${kind}` });
    log.result(id, upTo(1600, phrase), { structured: { stdout: upTo(1600, phrase), stderr: '', interrupted: false } });
    log.call(`${id}_shown`, 'Read', { file_path: `/home/dev/orchard/${kind}.txt` });
    log.result(`${id}_shown`, `${'pear\n'.repeat(39)}${phrase}\n${phrase}`);
  }
  return log;
}

const folder = folderWith({ [`${SID}.jsonl`]: plantedLog().text() });
const cutFolder = folderWith({ [`${CUT_SID}.jsonl`]: cutLog().text() });
const path = join(folder, `${SID}.jsonl`);
const home = folderWith({});
let served: Served;

beforeAll(async () => {
  served = await serve([folder]);
});

afterEach(() => vi.unstubAllEnvs());

function survivors(text: string): string[] {
  return SECRETS.flatMap((planted: Planted) => leftOf(planted, text).map((part) => `${planted.kind}: ${part}`));
}

async function exported(
  format: TraceFormat,
  allowSecrets = false,
): Promise<{ text: string; report?: RedactionReport }> {
  let [text, report]: [string, RedactionReport | undefined] = ['', undefined];
  const onReport = (told: RedactionReport): void => {
    report = told;
  };
  for await (const piece of exportTrace(await readSession(path), { format, allowSecrets, onReport })) text += piece;
  return report === undefined ? { text } : { text, report };
}

describe.each(TRACE_FORMATS)('a trace as %s', (format) => {
  it('holds no secret: from the library', async () => {
    const { text, report } = await exported(format);
    expect(survivors(text)).toEqual([]);
    expect(() => JSON.parse(text)).not.toThrow();
    expect(Object.values(report?.masked ?? {}).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
    const raw = await exported(format, true);
    expect(raw.report).toBe(undefined);
    // The same but for the masks, and the log has enough of them to matter.
    expect(Buffer.byteLength(raw.text)).toBe(Buffer.byteLength(text));
    expect(new Set(survivors(raw.text).map((left) => left.split(':')[0])).size).toBeGreaterThan(30);
  });

  it('holds no secret: from the command line, which says what it masked', async () => {
    const output = join(folderWith({}), 'trace.json');
    const args = ['export', '4111', '--format', format, '--root', folder];
    const file = await runHere([...args, '-o', output], { home });
    expect([file.status, survivors(readFileSync(output, 'utf8'))]).toEqual([0, []]);
    const { out, notes } = await runHere(args, { home });
    expect(survivors(out)).toEqual([]);
    expect(notes).toMatch(/^toolscope: \d+ places masked: .*github \d+.* \(rules 5, secretlint [\d.]+\)\.\n$/);
    const raw = await runHere([...args, '--allow-secrets'], { home });
    expect(survivors(raw.out).length).toBeGreaterThan(100);
    expect(raw.notes).toContain('not redacted');
  });

  it('holds no secret: over HTTP, and the head of the answer says what was masked', async () => {
    const address = `/api/v1/sessions/claude-code/${SID}/trace?format=${format}`;
    const { status, text, headers } = await served.ask(address);
    expect([status, survivors(text)]).toEqual([200, []]);
    expect(headers['toolscope-redaction']).toMatch(/^\d+ places masked: /);
    const raw = await served.ask(`${address}&redact=0`);
    expect(survivors(raw.text).length).toBeGreaterThan(100);
    expect(raw.headers['toolscope-redaction']).toBe('not redacted');
  });
});

describe('secrets in logs', () => {
  it('are listed by the command line, masked, with their places', async () => {
    const { status, out, notes } = await runHere(['secrets', '--json', '--limit', '0', '--root', folder], { home });
    expect([status, survivors(out)]).toEqual([0, []]);
    const rows: Json[] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const lines = readFileSync(path, 'utf8').split('\n');
    const github = SECRETS.find(({ kind }) => kind === 'github');
    const row = rows.find(({ rule, masked }) => rule === 'github' && String(masked).startsWith('ghp_'));
    expect(row).toMatchObject({ kind: 'GitHub token', agent: 'claude-code', session: SID, path });
    expect(lines[Number(row?.['line']) - 1]).toContain(github?.phrase);
    expect(row?.['at']).toMatch(/^2026-03-01T/);
    expect(notes).toMatch(/\d+ secrets in 1 session/);
    const table = await runHere(['secrets', '--root', folder], { home });
    expect([table.status, survivors(table.out)]).toEqual([0, []]);
    const none = await runHere(['secrets', 'agent:codex', '--root', folder], { home });
    expect([none.status, none.out]).toEqual([1, '']);
  });

  it('are listed over HTTP', async () => {
    const answer = await served.get('sessionSecrets', PARTS);
    const { secrets, unreadable, places } = answer;
    expect(survivors(JSON.stringify(answer))).toEqual([]);
    expect([secrets.length >= SECRETS.length, unreadable]).toEqual([true, 0]);
    expect(places).toContainEqual({ file: secrets[0]?.file, line: secrets[0]?.line });
    expect(await served.get('sessionSecrets', PARTS)).toEqual(answer);
  });
});

describe.each(['html', 'md'] as const)('a session shared as %s', (format) => {
  beforeAll(() => buildWeb(), 180_000);

  it('holds no secret: from the command line, which says what it masked', async () => {
    const args = ['share', '4111', '--format', format, '--root', folder];
    const { status, out, notes } = await runHere(args, { home });
    expect([status, survivors(out)]).toEqual([0, []]);
    expect(notes).toMatch(/^toolscope: [\d,]+ places masked: .*github \d+/);
    const raw = await runHere([...args, '--allow-secrets'], { home });
    expect(survivors(raw.out).length).toBeGreaterThan(20);
    expect(raw.notes).toContain('not redacted');
  });

  it('holds no half of a secret where a text was cut', async () => {
    const { status, out } = await runHere(['share', '4222', '--format', format, '--root', cutFolder], { home });
    expect([status, survivors(out)]).toEqual([0, []]);
  });

  it('holds no secret: over HTTP, and is never a page of this server', async () => {
    const { status, text, headers } = await served.ask(`/api/v1/sessions/claude-code/${SID}/share?format=${format}`);
    expect([status, survivors(text)]).toEqual([200, []]);
    expect(headers['toolscope-redaction']).toMatch(/places masked/);
    expect(headers['content-disposition']).toContain(`attachment; filename="${SID}.${format}"`);
    expect(headers['content-type']).not.toContain('text/html');
  });
});
