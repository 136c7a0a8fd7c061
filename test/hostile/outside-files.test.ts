// Tests that nothing outside a session's own folder is served or archived, whatever a log or its folder says.

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOnDisk } from '../../src/sources/files/open-log.ts';
import { openBelow } from '../../src/sources/kinds/open-below.ts';
import { KeptLibrary } from '../archive/support.ts';
import { serve } from '../server/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';

const SECRET = 'a stranger must not see this';
const ID = '11111111-2222-4333-8444-555555555555';

/** A log of one call whose output was spilled. */
function spilling(session: string, name = 'out.txt'): string {
  const log = new ClaudeLog(session);
  log.prompt('go');
  log.call('toolu_one', 'Bash', { command: 'make' });
  const path = `/home/dev/.claude/${name}`;
  log.result('toolu_one', 'short', { structured: { stdout: 'short', stderr: '', persistedOutputPath: path } });
  return log.text();
}

type Place = (folder: string) => void;

/** Each makes a path from the log's folder `p` to the secret. */
const WAYS: Readonly<Record<string, { readonly session: string; readonly make: Place }>> = {
  'a session that names the folder above': {
    session: '..',
    make: (folder) => {
      mkdirSync(join(folder, 'tool-results'));
      writeFileSync(join(folder, 'tool-results', 'out.txt'), SECRET);
    },
  },
  'a session that names a path': {
    session: '../elsewhere',
    make: (folder) => {
      mkdirSync(join(folder, 'elsewhere', 'tool-results'), { recursive: true });
      writeFileSync(join(folder, 'elsewhere', 'tool-results', 'out.txt'), SECRET);
    },
  },
  'a folder of outputs that is a link': {
    session: ID,
    make: (folder) => {
      mkdirSync(join(folder, 'vault'));
      writeFileSync(join(folder, 'vault', 'out.txt'), SECRET);
      mkdirSync(join(folder, 'p', ID));
      symlinkSync(join(folder, 'vault'), join(folder, 'p', ID, 'tool-results'));
    },
  },
  'a session folder that is a link': {
    session: ID,
    make: (folder) => {
      mkdirSync(join(folder, 'vault', 'tool-results'), { recursive: true });
      writeFileSync(join(folder, 'vault', 'tool-results', 'out.txt'), SECRET);
      symlinkSync(join(folder, 'vault'), join(folder, 'p', ID));
    },
  },
  'an output that is a link': {
    session: ID,
    make: (folder) => {
      writeFileSync(join(folder, 'secret.txt'), SECRET);
      mkdirSync(join(folder, 'p', ID, 'tool-results'), { recursive: true });
      symlinkSync(join(folder, 'secret.txt'), join(folder, 'p', ID, 'tool-results', 'out.txt'));
    },
  },
};

/** A file named after an id belongs to that session. */
function logName(session: string): string {
  return session === ID ? `p/${ID}.jsonl` : 'p/log.jsonl';
}

describe.each(Object.entries(WAYS))('%s', (_, { session, make }) => {
  it('is not served', async () => {
    const folder = folderWith({ [logName(session)]: spilling(session) });
    make(folder);
    const served = await serve([join(folder, 'p')]);
    const path = `/api/v1/calls/claude-code/${encodeURIComponent(session)}/toolu_one/1/body?from=spilled`;
    const { status, text } = await served.ask(path);
    expect(text).not.toContain(SECRET);
    expect(status).toBe(404);
    expect(text).toContain("not in the session's folder");
  });

  it('is not archived', async () => {
    const library = new KeptLibrary().write(logName(session), spilling(session));
    make(library.place);
    await library.keep();
    const kept = library.contents();
    expect(Object.keys(kept)).toContain(logName(session));
    expect(JSON.stringify(kept)).not.toContain(SECRET);
  });
});

it('still serves what is in the session’s own folder, from the file that was checked', async () => {
  const folder = folderWith({
    [`p/${ID}.jsonl`]: spilling(ID),
    [`p/${ID}/tool-results/out.txt`]: 'all of it',
  });
  const served = await serve([join(folder, 'p')]);
  const { status, text } = await served.ask(`/api/v1/calls/claude-code/${ID}/toolu_one/1/body?from=spilled`);
  expect({ status, text }).toEqual({ status: 200, text: 'all of it' });
});

describe('opening', () => {
  it('refuses at once what is not a regular file, and never waits for a writer', () => {
    const folder = folderWith({ 'x.jsonl': '{}\n' });
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    symlinkSync(join(folder, 'x.jsonl'), join(folder, 'link.jsonl'));
    for (const name of ['pipe.jsonl', 'link.jsonl', '.', '/dev/zero']) {
      expect(() => openOnDisk(name.startsWith('/') ? name : join(folder, name))).toThrow('is not a regular file');
    }
    openOnDisk(join(folder, 'x.jsonl')).close();
  });

  it('takes plain names only', () => {
    const folder = folderWith({ 'a/b/x.txt': 'x', 'y.txt': 'y' });
    for (const names of [
      ['..', 'y.txt'],
      ['b', '..', 'b', 'x.txt'],
      ['b/x.txt'],
      ['b', ''],
      ['.', 'b', 'x.txt'],
      ['b\0'],
    ]) {
      expect(openBelow({ folder: join(folder, 'a'), names })).toBeUndefined();
    }
    const file = openBelow({ folder: join(folder, 'a'), names: ['b', 'x.txt'] });
    expect(file?.size).toBe(1);
    file?.close();
  });
});

it('a pipe that takes the place of a log while it is served keeps nobody waiting', async () => {
  const folder = folderWith({ [`p/${ID}.jsonl`]: spilling(ID), 'p/other.jsonl': spilling('other') });
  const served = await serve([join(folder, 'p')]);
  const log = join(folder, 'p', `${ID}.jsonl`);
  renameSync(log, join(folder, 'kept'));
  execFileSync('mkfifo', [log]);
  const call = `/api/v1/calls/claude-code/${ID}/toolu_one/1/body?from=content`;
  expect((await served.ask(call)).status).toBe(404);
  rmSync(log);
});
