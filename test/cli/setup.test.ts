// Tests `toolscope setup` over the settings of made-up agents: what it adds, what it leaves alone, and the way back.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { folderWith } from '../support/claude-log.ts';
import { runHere, type Said } from '../support/run-here.ts';

afterEach(() => vi.unstubAllEnvs());

const SETTINGS = '{\n  // mine\n  "model": "large",\n}\n';
const SERVERS = '{"projects":{},"mcpServers":{}}';
const TOML = 'model = "x"';

function machine(files: Readonly<Record<string, string>> = {}): { home: string; data: string } {
  const home = folderWith({
    '.claude/settings.json': SETTINGS,
    '.claude.json': SERVERS,
    '.codex/config.toml': TOML,
    ...files,
  });
  return { home, data: folderWith({}) };
}

async function setup({ home, data }: { home: string; data: string }, ...args: string[]): Promise<Said> {
  vi.stubEnv('HOME', home);
  vi.stubEnv('CLAUDE_CONFIG_DIR', '');
  vi.stubEnv('CODEX_HOME', '');
  return runHere(['setup', ...args], { home: data });
}

function read(home: string, name: string): string | null {
  const path = join(home, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

const NAMES = ['.claude/settings.json', '.claude.json', '.codex/config.toml', '.codex/hooks.json'];

it('adds hooks, server and status line, and takes them out again byte for byte', async () => {
  const places = machine();
  const before = NAMES.map((name) => read(places.home, name));
  const files = filesIn(places.home);
  const said = await setup(places, '--yes');
  expect(said.status).toBe(0);
  expect(said.out).toContain('+   "statusLine": {');
  expect(read(places.home, '.claude/settings.json')).toMatch(
    /"PreToolUse"[\s\S]*"command": ".*toolscope\.js status-line"/,
  );
  expect(JSON.parse(read(places.home, '.claude.json') ?? '')).toMatchObject({
    projects: {},
    mcpServers: {
      toolscope: { type: 'stdio', command: process.execPath, args: [expect.stringContaining('toolscope.js'), 'mcp'] },
    },
  });
  expect(read(places.home, '.codex/config.toml')).toContain('[mcp_servers.toolscope]');
  expect(read(places.home, '.codex/hooks.json')).toContain('PostToolUse');
  const again = await setup(places, '--yes');
  expect(again.out.match(/nothing to do/g)).toHaveLength(4);
  expect((await setup(places, '--undo', '--yes')).status).toBe(0);
  expect(NAMES.map((name) => read(places.home, name))).toEqual(before);
  expect(filesIn(places.home)).toEqual(files);
  expect((await setup(places, '--undo', '--yes')).out).toContain('nothing to undo');
});

it('keeps what others have written since', async () => {
  const places = machine();
  await setup(places, '--yes');
  const path = join(places.home, '.claude.json');
  writeFileSync(path, (read(places.home, '.claude.json') ?? '').replace('"projects":{}', '"projects":{"/srv":{}}'));
  await setup(places, '--undo', '--yes');
  expect(read(places.home, '.claude.json')).toBe(SERVERS.replace('"projects":{}', '"projects":{"/srv":{}}'));
});

it('takes its server out of a file that Codex has written again since', async () => {
  const places = machine();
  await setup(places, '--yes');
  const path = join(places.home, '.codex/config.toml');
  const later = '[mcp_servers.later]\ncommand = "x"\n';
  const rewritten = (read(places.home, '.codex/config.toml') ?? '').replace(/# .*\n/g, '\n').concat('\n', later);
  writeFileSync(path, rewritten);
  expect((await setup(places, '--yes', '--agent', 'codex')).out.match(/nothing to do/g)).toHaveLength(2);
  await setup(places, '--undo', '--yes');
  const left = read(places.home, '.codex/config.toml') ?? '';
  expect(left).not.toContain('toolscope');
  expect(left).toContain(later);
});

it('leaves a status line and a server that somebody chose alone', async () => {
  const own = '{"statusLine": {"type": "command", "command": "mine.sh"}}';
  const places = machine({
    '.claude/settings.json': own,
    '.codex/config.toml': '[mcp_servers.toolscope]\ncommand = "x"\n',
  });
  await setup(places, '--yes');
  expect(read(places.home, '.claude/settings.json')).toContain('"command": "mine.sh"');
  expect(read(places.home, '.claude/settings.json')).not.toContain('status-line');
  expect(read(places.home, '.codex/config.toml')).toBe('[mcp_servers.toolscope]\ncommand = "x"\n');
  await setup(places, '--undo', '--yes');
  expect(read(places.home, '.claude/settings.json')).toBe(own);
});

it('asks first, prints what it would add, and says when there is nothing to set up', async () => {
  const places = machine();
  const refused = await setup(places);
  expect({ status: refused.status, notes: refused.notes }).toEqual({
    status: 1,
    notes: expect.stringContaining('--yes'),
  });
  expect(read(places.home, '.claude.json')).toBe(SERVERS);
  const printed = await setup(places, '--print', '--agent', 'codex');
  expect(printed.out).toContain('[mcp_servers.toolscope]');
  expect(printed.out).not.toContain('statusLine');
  expect(read(places.home, '.codex/config.toml')).toBe(TOML);
  const none = await setup({ home: folderWith({}), data: folderWith({}) });
  expect(none.notes).toContain('None of the agents');
});

it('touches nothing where one file cannot be read', async () => {
  const places = machine({ '.claude.json': '{"mcpServers": [' });
  const said = await setup(places, '--yes');
  expect(said.notes).toContain('was left as it is');
  expect(read(places.home, '.claude/settings.json')).toBe(SETTINGS);
});

it('leaves files alone whose bytes it could not give back', async () => {
  const places = machine();
  const odd = Buffer.concat([Buffer.from('# '), Buffer.from([0xe9, 0xff]), Buffer.from('\nmodel = "x"\n')]);
  const path = join(places.home, '.codex/config.toml');
  writeFileSync(path, odd);
  const { status, notes } = await setup(places, '--yes');
  expect(status).not.toBe(0);
  expect(notes).toContain('config.toml was left as it is: it holds bytes that are not UTF-8.');
  expect(readFileSync(path)).toEqual(odd);
});
