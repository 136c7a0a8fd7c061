// Tests the archive on the built command line: calls stay readable when their logs are gone, unless that is turned off.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { conversation, newFolder, OTHER, SID } from '../archive/support.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

class Machine {
  readonly logs = newFolder();
  readonly home = newFolder();

  write(name: string, content: string): this {
    mkdirSync(dirname(join(this.logs, name)), { recursive: true });
    writeFileSync(join(this.logs, name), content);
    return this;
  }

  delete(name: string): this {
    rmSync(join(this.logs, name), { recursive: true });
    return this;
  }

  ask(...args: string[]): Promise<Outcome> {
    const env = { TOOLSCOPE_HOME: this.home, HOME: this.home, CLAUDE_CONFIG_DIR: join(this.home, 'none') };
    return toolscope([...args, '--root', this.logs], { env });
  }
}

beforeAll(buildProgram, 180_000);

describe('the archive', { timeout: 120_000 }, () => {
  it('gives back the raw records of a call whose log is gone, byte for byte', async () => {
    const machine = new Machine()
      .write(`${SID}.jsonl`, conversation(SID, 3))
      .write(`${OTHER}.jsonl`, conversation(OTHER, 1));
    await machine.ask('ls');
    const before = await machine.ask('call', 'toolu_1111_1', '--raw');
    machine.delete(`${SID}.jsonl`);
    const after = await machine.ask('call', 'toolu_1111_1', '--raw');
    expect(after).toEqual(before);
    expect(after.stdout.trimEnd().split('\n')).toEqual(
      conversation(SID, 3)
        .split('\n')
        .filter((line) => line.includes('toolu_1111_1')),
    );
    // And still when the index is thrown away.
    expect(JSON.parse((await machine.ask('index', '--rebuild', '--json')).stdout)).toMatchObject({
      sessions: { added: 2 },
      totals: { calls: 4, goneFiles: 1 },
    });
    expect(await machine.ask('call', 'toolu_1111_1', '--raw')).toEqual(before);
    expect((await machine.ask('show', SID)).stdout).toContain('✓ Bash  make step-2');
  });

  it('has outputs that were too large for the log', async () => {
    const log = new ClaudeLog(SID);
    const path = `/home/dev/.claude/projects/p/${SID}/tool-results/b1.txt`;
    log.call('toolu_big', 'Bash', { command: 'make much' });
    log.result(
      'toolu_big',
      `<persisted-output>\nOutput too large (91KB). Full output saved to: ${path}\n\nPreview (first 2KB):\nabc\n</persisted-output>`,
      { isError: false },
    );
    const machine = new Machine()
      .write(`${SID}.jsonl`, log.text())
      .write(`${SID}/tool-results/b1.txt`, 'the whole of it\nto the end')
      .write(`${OTHER}.jsonl`, conversation(OTHER, 1));
    await machine.ask('ls');
    machine.delete(SID).delete(`${SID}.jsonl`);
    const { stdout } = await machine.ask('call', 'toolu_big');
    expect(stdout).toContain("tool-results/b1.txt (26 B) is gone; --full shows the archive's copy of it.");
    const full = await machine.ask('call', 'toolu_big', '--full');
    expect(full.stdout).toContain("Whole output, the archive's copy\n  the whole of it\n  to the end\n");
    // A bundle has them too.
    const bundle = join(newFolder(), 'gone.zip');
    expect((await machine.ask('share', SID, '--format', 'bundle', '-o', bundle)).status).toBe(0);
    const env = { TOOLSCOPE_HOME: newFolder(), HOME: newFolder() };
    const shared = await toolscope(['call', 'toolu_big', '--full', '--root', bundle], { env });
    expect(shared.stdout).toContain('the whole of it\n  to the end\n');
  });

  it('is needed: ls tells when an agent deletes a log', async () => {
    const home = newFolder();
    const day = 86_400_000;
    const write = (name: string, content: string, ageDays: number): void => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), content);
      const at = new Date(Date.now() - ageDays * day);
      utimesSync(join(home, name), at, at);
    };
    write('agent/settings.json', '{"cleanupPeriodDays": 10}', 0);
    write(`agent/projects/p/${SID}.jsonl`, conversation(SID, 1), 7.5);
    write(`agent/projects/p/${OTHER}.jsonl`, conversation(OTHER, 1), 20);
    const env = { TOOLSCOPE_HOME: join(home, 'data'), HOME: home, CLAUDE_CONFIG_DIR: join(home, 'agent') };
    const fates = (stdout: string): unknown[] =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ id, logsGone, deletedInDays }) => [id, logsGone, deletedInDays])
        .sort();
    expect(fates((await toolscope(['ls', '--json'], { env })).stdout)).toEqual([
      [SID, false, 3],
      [OTHER, false, 0],
    ]);
    rmSync(join(home, `agent/projects/p/${OTHER}.jsonl`));
    expect(fates((await toolscope(['ls', '--json'], { env })).stdout)).toEqual([
      [SID, false, 3],
      [OTHER, true, null],
    ]);
    const table = (await toolscope(['ls'], { env })).stdout;
    expect(table).toMatch(/DELETED IN\n/);
    expect(table).toMatch(/ 3 d\n/);
    expect(table).toMatch(/ gone\n/);
  });

  it('is for its owner alone', async () => {
    const machine = new Machine().write(`${SID}.jsonl`, conversation(SID, 3));
    await machine.ask('ls');
    const modes = readdirSync(machine.home)
      .filter((name) => name.startsWith('archive'))
      .map((name) => statSync(join(machine.home, name)).mode & 0o777);
    expect(modes.length).toBeGreaterThan(0);
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it('keeps nothing with --no-archive, and says what that means', async () => {
    const machine = new Machine()
      .write(`${SID}.jsonl`, conversation(SID, 3))
      .write(`${OTHER}.jsonl`, conversation(OTHER, 1));
    expect((await machine.ask('index', '--no-archive')).stdout).toContain('There is no archive');
    expect(existsSync(join(machine.home, 'archive.sqlite'))).toBe(false);
    machine.delete(`${SID}.jsonl`);
    const { status, stdout, stderr } = await machine.ask('call', 'toolu_1111_1', '--raw', '--no-archive');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('records are no longer in the logs, and not in the archive either');
  });

  it('tells what is damaged in it, and shows the rest', async () => {
    const log = new ClaudeLog(SID);
    for (const i of [0, 1, 2]) log.call(`toolu_${i}`, 'Bash', { command: `make ${'pears '.repeat(120_000)}${i}` });
    const machine = new Machine().write(`${SID}.jsonl`, log.text()).write(`${OTHER}.jsonl`, conversation(OTHER, 1));
    await machine.ask('ls');
    machine.delete(`${SID}.jsonl`);
    const { ArchiveStore } = await import('../../src/archive/store/archive-store.ts');
    const { openArchiveToWrite } = await import('../../src/archive/store/open-archive.ts');
    const store = new ArchiveStore(openArchiveToWrite(machine.home).database);
    store.database.exec(`UPDATE blocks SET body = zeroblob(length(body)) WHERE offset = 0
      AND file_pk = (SELECT pk FROM files WHERE session = '${SID}')`);
    store.close();
    const damaged = await machine.ask('call', 'toolu_0', '--raw');
    expect([damaged.status, damaged.stdout]).toEqual([1, '']);
    expect(damaged.stderr).toContain("Toolscope's archive is damaged where it keeps bytes 0 to ");
    const sound = await machine.ask('call', 'toolu_2', '--raw');
    expect([sound.status, sound.stderr]).toEqual([0, '']);
    expect(sound.stdout).toBe(`${log.text().split('\n')[2]}\n`);
  });
});
