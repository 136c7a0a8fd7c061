// Keeps the plugins in step with the program: its commands, its hooks, its tools, its version.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { hookedAgents } from '../../src/cli/hooks/hooked-agents.ts';
import { mcpTools } from '../../src/mcp/tools.ts';
import { run } from '../support/program.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function json(path: string): Record<string, unknown> {
  const parsed: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  return parsed;
}

const VERSION = json('package.json')['version'];

describe.each([
  ['claude-code', '.claude-plugin'],
  ['codex', '.codex-plugin'],
])('the plugin for %s', (agent, manifest) => {
  const folder = `plugins/${agent}`;

  it('names what is there', () => {
    const plugin = json(`${folder}/${manifest}/plugin.json`);
    expect(plugin).toMatchObject({ name: 'toolscope', version: VERSION, license: 'MIT' });
    for (const name of ['skills', 'mcpServers', 'hooks']) {
      const path = plugin[name];
      if (typeof path === 'string') expect(existsSync(join(ROOT, folder, path))).toBe(true);
    }
  });

  it('starts commands that exist', () => {
    const names = commands.map(({ name }) => name);
    expect(json(`${folder}/.mcp.json`)).toEqual({ mcpServers: { toolscope: { command: 'toolscope', args: ['mcp'] } } });
    expect(names).toEqual(expect.arrayContaining(['mcp', 'hook']));
  });

  it('hears what an installed hook hears, and is silent without Toolscope', async () => {
    const { hooks } = json(`${folder}/hooks/hooks.json`);
    const events = hookedAgents.find((one) => one.agent === agent)?.events ?? [];
    const command = `if command -v toolscope >/dev/null 2>&1; then toolscope hook --agent ${agent}; fi`;
    const entry = [{ hooks: [{ type: 'command', command, timeout: 10 }] }];
    expect(hooks).toEqual(Object.fromEntries(events.map((event) => [event, entry])));
    expect(await run('/bin/sh', ['-c', command], { env: { PATH: '/nowhere' } })).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('has a skill that speaks of tools that exist', () => {
    const skill = readFileSync(join(ROOT, folder, 'skills/ask-toolscope/SKILL.md'), 'utf8');
    expect(skill).toMatch(/^---\nname: ask-toolscope\ndescription: .{50,1000}\n---\n/);
    expect(skill).toBe(readFileSync(join(ROOT, 'plugins/codex/skills/ask-toolscope/SKILL.md'), 'utf8'));
    const named = [
      'similar_failures',
      'sessions',
      'session_summary',
      'file_history',
      'session_changes',
      'search',
      'stats',
      'sql',
      'call',
    ];
    const tools = mcpTools.map(({ name }) => name);
    for (const name of named) {
      expect(skill).toContain(`\`${name}\``);
      expect(tools).toContain(name);
    }
  });
});

it('is in the lists of both marketplaces', () => {
  expect(json('.claude-plugin/marketplace.json')['plugins']).toMatchObject([
    { name: 'toolscope', source: './plugins/claude-code' },
  ]);
  expect(json('.agents/plugins/marketplace.json')['plugins']).toMatchObject([
    { name: 'toolscope', source: { source: 'local', path: './plugins/codex' } },
  ]);
});
