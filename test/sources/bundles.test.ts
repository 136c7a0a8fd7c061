// Tests shared bundles: read back they give the same calls, of every agent, with and without masks, and hide what they should.

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { openCallWith } from '../../src/reading/open-call.ts';
import { type Demo, startDemo } from '../../src/server/demo/start-demo.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { readZipEntry } from '../../src/sources/bundles/read-zip-entry.ts';
import { zipEntries } from '../../src/sources/bundles/zip-entries.ts';
import { discover } from '../../src/sources/discover.ts';
import { openOnDisk } from '../../src/sources/files/open-log.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { leftOf, PLACES, plantedSecrets } from '../support/planted-secrets.ts';
import { runHere } from '../support/run-here.ts';

async function sessionsAt(path: string): Promise<Session[]> {
  const found: Session[] = [];
  for await (const session of readSessions(await discover([path]))) found.push(session);
  return found;
}

/** What redaction leaves alone: all but words. */
function bones({
  callId,
  occurrence,
  status,
  statusRule,
  toolId,
  turn,
  requestedAt,
  endedAt,
  duration,
  evidence,
}: ToolCall): unknown {
  return { callId, occurrence, status, statusRule, toolId, turn, requestedAt, endedAt, duration, evidence };
}

/** Every input and result as it is in the log. */
function bodiesOf({ calls, sources }: Session): unknown[] {
  const reader = new BodyReader(sources.map(({ path }) => path));
  try {
    return calls.map((call) => {
      const opened = openCallWith(reader, call);
      return [opened?.rawInput, opened?.content, opened?.structured];
    });
  } finally {
    reader.close();
  }
}

/** Everything in it, names included. */
function unpackedText(path: string): string {
  const file = openOnDisk(path);
  try {
    const entries = zipEntries(file, path);
    return entries.map((entry) => `${entry.name}\n${readZipEntry(file, entry, path)}`).join('\n');
  } finally {
    file.close();
  }
}

describe('a bundle', { timeout: 120_000 }, () => {
  let demo: Demo;
  let sessions: Session[];
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-bundles-'));
  const home = join(folder, 'data');

  const share = async (session: Session, name: string, ...args: string[]): Promise<string> => {
    const file = join(folder, `${session.agent}-${session.id.replace(/\W/g, '_')}-${name}.toolscope.zip`);
    const line = ['share', session.id, '--root', demo.logFolder, '--no-archive', '--format', 'bundle', '-o', file];
    const { status, notes } = await runHere([...line, ...args], { home });
    expect([session.agent, status, notes]).toEqual([session.agent, 0, expect.stringContaining('written to')]);
    return file;
  };

  beforeAll(async () => {
    demo = startDemo({ plays: false });
    sessions = await sessionsAt(demo.logFolder);
  }, 120_000);

  afterAll(() => {
    demo.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('of every agent in the demo, read back, gives the same calls with the same inputs and results', async () => {
    expect(sessions.length).toBeGreaterThan(12);
    for (const session of sessions) {
      const again = await sessionsAt(await share(session, 'open', '--allow-secrets'));
      expect([session.agent, again.length]).toEqual([session.agent, 1]);
      const [read] = again;
      expect([session.agent, read?.calls]).toEqual([session.agent, session.calls]);
      expect([session.agent, read?.messages]).toEqual([session.agent, session.messages]);
      expect([session.agent, read === undefined ? [] : bodiesOf(read)]).toEqual([session.agent, bodiesOf(session)]);
      expect(read?.fields.title).toBe(session.fields.title);
    }
  });

  it('of every agent, redacted, gives the same calls in the same places', async () => {
    for (const session of sessions) {
      const [read] = await sessionsAt(await share(session, 'masked'));
      expect([session.agent, read?.calls.map(bones)]).toEqual([session.agent, session.calls.map(bones)]);
    }
  });

  it('goes into the index like any log, and out again', async () => {
    const [session] = sessions;
    if (session === undefined) throw new Error('The demo is empty.');
    const file = await share(session, 'index');
    const other = { home: join(folder, 'other') };
    const list = await runHere(['ls', '--root', file, '--json'], other);
    expect(JSON.parse(list.out)).toMatchObject({ agent: session.agent, id: session.id, calls: session.calls.length });
    const calls = await runHere(['calls', '--root', file, '--json', '--limit', '0'], other);
    expect(calls.out.trim().split('\n')).toHaveLength(session.calls.length);
    const first = session.calls[0]?.callId ?? '';
    const call = await runHere(['call', first, '--root', file], other);
    expect(call.status).toBe(0);
    const twice = join(folder, 'twice.toolscope.zip');
    const line = ['share', session.id, '--root', file, '--format', 'bundle', '-o', twice];
    expect((await runHere(line, other)).status).toBe(0);
    expect((await sessionsAt(twice))[0]?.calls.map(bones)).toEqual(session.calls.map(bones));
  });

  it('of a session whose own log is there too changes nothing', async () => {
    const session = sessions.find(({ fields }) => fields.cwd?.startsWith('/home/') === true);
    if (session === undefined) throw new Error('No session of the demo is in a home directory.');
    const file = await share(session, 'beside', '--mask', 'orchard');
    const found: Session[] = [];
    for await (const one of readSessions(await discover([file, demo.logFolder]))) found.push(one);
    const both = found.find(({ id, agent }) => id === session.id && agent === session.agent);
    expect(both?.sources.length).toBeGreaterThan(session.sources.length);
    expect(both?.fields).toEqual(session.fields);
    const plain = (calls: readonly ToolCall[]): unknown => calls.map(({ copies: _, evidence: __, ...call }) => call);
    expect(plain(both?.calls ?? [])).toEqual(plain(session.calls));
  });

  it('holds no planted secret, and no name', async () => {
    const log = new ClaudeLog('71111111-2222-4333-8444-666666666666', { cwd: '/home/clementine/orchard' });
    log.prompt('water the trees');
    const secrets = plantedSecrets();
    for (const [kind, planted] of secrets.entries()) {
      for (const [place, records] of Object.values(PLACES).entries()) {
        for (const { type, ...fields } of records(planted.phrase, `toolu_${kind}_${place}`))
          log.add(String(type), fields);
      }
    }
    const root = folderWith({
      [`projects/-home-clementine-orchard/${log.session}.jsonl`]: `${log.text()}no JSON ghp_\n`,
    });
    const file = join(folder, 'secrets.zip');
    const args = ['share', '7111', '--root', root, '--format', 'bundle', '-o', file, '--mask', 'Trees'];
    const { notes } = await runHere(args, { home: join(folder, 'secret-data') });
    expect(notes).toContain('named-text');
    expect(notes).toContain('left out: not JSON 1');
    const text = unpackedText(file);
    expect(text).toContain('"calls.jsonl"');
    expect(text).toContain('water the *****');
    expect(text).not.toContain('clementine');
    expect(secrets.flatMap((planted) => leftOf(planted, text))).toEqual([]);
    rmSync(root, { recursive: true, force: true });
  });

  it('holds the outputs that lie beside the log, masked, as far as there is room', async () => {
    const session = '81111111-2222-4333-8444-666666666666';
    const log = new ClaudeLog(session, { cwd: '/home/clementine/orchard' });
    const secret = plantedSecrets()[0];
    if (secret === undefined) throw new Error('There are no secrets to plant.');
    log.prompt('count the trees');
    const outputs: Record<string, string> = {
      'b1.txt': `row 1\n${secret.phrase}\n/home/clementine/x\n`,
      'b2.json': '{"a": 1}',
    };
    for (const name of [...Object.keys(outputs), 'gone.txt']) {
      const [id, path] = [`toolu_${name}`, `/home/clementine/.claude/projects/p/${session}/tool-results/${name}`];
      log.call(id, 'Bash', { command: `cat ${name}` });
      log.result(id, 'row 1', { structured: { stdout: 'row 1', stderr: '', persistedOutputPath: path } });
    }
    const at = `projects/-home-clementine-orchard/${session}`;
    const root = folderWith({
      [`${at}.jsonl`]: log.text(),
      ...Object.fromEntries(Object.entries(outputs).map(([name, text]) => [`${at}/tool-results/${name}`, text])),
      [`${at}/tool-results/picture.bin`]: 'a\0b',
    });
    const huge = join(root, at, 'tool-results', 'huge.txt');
    writeFileSync(huge, '');
    truncateSync(huge, 17 * 1024 * 1024);
    const own = mkdtempSync(join(folder, 'outputs-'));
    const [file, again] = [join(own, 'one.zip'), join(own, 'again.zip')];
    const where = { home: join(own, 'data') };
    const said = await runHere(['share', '8111', '--root', root, '--format', 'bundle', '-o', file], where);
    expect(said.notes).toContain('2 outputs left out');
    const text = unpackedText(file);
    expect(text).toContain('row 1');
    expect(text).not.toContain('clementine');
    expect(leftOf(secret, text)).toEqual([]);
    const other = { home: join(own, 'other') };
    expect((await runHere(['share', '8111', '--root', file, '--format', 'bundle', '-o', again], other)).status).toBe(0);
    for (const bundle of [file, again]) {
      const [read] = await sessionsAt(bundle);
      const reader = new BodyReader(read?.sources.map(({ path }) => path) ?? []);
      const found = read?.calls.map((call) => openCallWith(reader, call)?.spilled?.bytes);
      reader.close();
      expect(found).toEqual([...Object.values(outputs).map((output) => output.length), null]);
      const shown = await runHere(['call', 'toolu_b1.txt', '--root', bundle, '--full'], other);
      expect(shown.notes).not.toContain('archive');
      expect(shown.out).toMatch(/Whole output, in the bundle\n {2}row 1\n/);
    }
    rmSync(root, { recursive: true, force: true });
  });

  it('is whole: no part of a session is taken for one', async () => {
    const line = ['share', sessions[0]?.id ?? '', '--root', demo.logFolder, '--format', 'bundle', '--turn', '1'];
    expect((await runHere(line, { home })).notes).toContain('A bundle always holds the whole session.');
  });
});
