// Setup of each agent: which files hold its hooks, MCP servers and status line, and our entries in them.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { type EntryOptions, hookEntry } from '../hooks/hook-entry.ts';
import { type HookedAgent, type HookPlaces, hookedAgents } from '../hooks/hooked-agents.ts';
import { withHooks, withoutHooks } from '../hooks/settings-text.ts';
import { type MemberPath, memberOf, withMember, withoutMember } from './json-member.ts';
import { withoutServer, withServer } from './toml-block.ts';

/** One file to change. Without `before`, the original content is not known. */
export interface SetupFile {
  readonly title: string;
  readonly path: string;
  add(text: string): string;
  remove(text: string, before: string | null | undefined): string;
}

export interface SetupOptions {
  readonly places: HookPlaces;
  readonly hook: EntryOptions;
  /** The command that starts Toolscope. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const SERVER: MemberPath = ['mcpServers', 'toolscope'];
const STATUS_LINE: MemberPath = ['statusLine'];

/** Ours, however Toolscope was started at the time. */
function isOurLine(value: unknown): boolean {
  return /(?:^|[\s'"/\\])toolscope(?:\.js)?['"]? status-line$/.test(String(Object(value).command ?? ''));
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Keeps a status line that the user chose. */
function withStatusLine(text: string, path: string, { command, args, env }: SetupOptions): string {
  const known = memberOf(text, path, STATUS_LINE);
  if (known !== undefined && !isOurLine(known)) return text;
  const words = [
    ...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`),
    quoted(command),
    ...args.map(quoted),
  ];
  const value: JsonObject = { type: 'command', command: [...words, 'status-line'].join(' ') };
  return JSON.stringify(known) === JSON.stringify(value) ? text : withMember(text, path, STATUS_LINE, value);
}

function claudeFiles(agent: HookedAgent, options: SetupOptions): SetupFile[] {
  const { places, command, args, env } = options;
  const settings = agent.settings(places);
  const chosen = places.env['CLAUDE_CONFIG_DIR'] ?? '';
  const servers = join(chosen === '' ? places.home : resolve(chosen), '.claude.json');
  const server: JsonObject = { type: 'stdio', command, args: [...args, 'mcp'], env: { ...env } };
  const files: SetupFile[] = [
    {
      title: `${agent.title}: hooks and status line`,
      path: settings,
      add: (text) =>
        withStatusLine(
          withHooks(text, settings, agent.events, hookEntry(agent.agent, options.hook)),
          settings,
          options,
        ),
      remove: (text) => {
        const without = withoutHooks(text, settings);
        return isOurLine(memberOf(without, settings, STATUS_LINE))
          ? withoutMember(without, settings, STATUS_LINE, false)
          : without;
      },
    },
  ];
  const member: SetupFile = {
    title: `${agent.title}: MCP server`,
    path: servers,
    add: (text) => withMember(text, servers, SERVER, server),
    remove: (text, before) => {
      const keeps = typeof before === 'string' && memberOf(before, servers, [SERVER[0]]) !== undefined;
      return withoutMember(text, servers, SERVER, keeps);
    },
  };
  // The agent creates this file itself, with much else in it.
  return existsSync(servers) ? [...files, member] : files;
}

function codexFiles(agent: HookedAgent, { places, hook, command, args, env }: SetupOptions): SetupFile[] {
  const settings = agent.settings(places);
  const servers = join(agent.folder(places), 'config.toml');
  return [
    {
      title: `${agent.title}: hooks`,
      path: settings,
      add: (text) => withHooks(text, settings, agent.events, hookEntry(agent.agent, hook)),
      remove: (text) => withoutHooks(text, settings),
    },
    {
      title: `${agent.title}: MCP server`,
      path: servers,
      add: (text) => withServer(text, { command, args: [...args, 'mcp'], env }),
      remove: (text) => withoutServer(text),
    },
  ];
}

const FILES: Readonly<Record<string, (agent: HookedAgent, options: SetupOptions) => SetupFile[]>> = {
  'claude-code': claudeFiles,
  codex: codexFiles,
};

/** Agents in use. */
export function setupAgents(places: HookPlaces): readonly HookedAgent[] {
  return hookedAgents.filter((agent) => FILES[agent.agent] !== undefined && existsSync(agent.folder(places)));
}

export function setupFiles(agent: HookedAgent, options: SetupOptions): SetupFile[] {
  return FILES[agent.agent]?.(agent, options) ?? [];
}
