// Health of the hooks: where they are installed, what arrived, what is waiting, and what went wrong.

import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { plural } from '../../base/units.ts';
import { readTrouble, type TroubleNote } from '../../hooks/hook-errors.ts';
import { spoolFolder } from '../../hooks/inbox.ts';
import { type HookKind, isRefused, scriptPath } from './hook-entry.ts';
import { type HookPlaces, hookedAgents } from './hooked-agents.ts';
import { readSettings } from './settings-file.ts';
import { installedIn } from './settings-text.ts';

export interface AgentHooks {
  readonly agent: string;
  readonly title: string;
  readonly settings: string;
  /** Why the settings could not be read; null when they could, or when there are none. */
  readonly trouble: string | null;
  readonly kinds: readonly HookKind[];
  readonly events: readonly string[];
  /** Events without an entry of ours. */
  readonly missing: readonly string[];
  /** Hooks that post without the server's key: refused, unless the server is open to local users. */
  readonly hasWrongKey: boolean;
  readonly sessions: number;
  readonly bytes: number;
  /** When something last arrived, epoch milliseconds. */
  readonly lastAt: number | null;
}

export interface HookHealth {
  readonly inbox: string;
  readonly agents: readonly AgentHooks[];
  /** Files that shell hooks left and that are not in the inbox yet. */
  readonly waiting: number;
  /** The settings name the script, but it is gone. */
  readonly isScriptMissing: boolean;
  /** Recent notes of hooks. */
  readonly trouble: readonly TroubleNote[];
}

/** Older notes have been seen, or no longer matter. */
const TROUBLE_KEPT_MS = 7 * 86_400_000;

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  } catch {
    return [];
  }
}

function arrived(inbox: string, agent: string): Pick<AgentHooks, 'sessions' | 'bytes' | 'lastAt'> {
  const folder = join(inbox, agent);
  let bytes = 0;
  let lastAt: number | null = null;
  const files = entriesOf(folder);
  for (const { name } of files) {
    const info = statSync(join(folder, name), { throwIfNoEntry: false });
    bytes += info?.size ?? 0;
    if (info !== undefined && (lastAt === null || info.mtimeMs > lastAt)) lastAt = info.mtimeMs;
  }
  return { sessions: files.length, bytes, lastAt };
}

function installedAt(
  path: string,
  key: string | undefined,
): Pick<AgentHooks, 'trouble' | 'kinds' | 'events' | 'hasWrongKey'> {
  try {
    const places = installedIn(readSettings(path) ?? '', path);
    return {
      trouble: null,
      kinds: [...new Set(places.map(({ kind }) => kind))],
      events: [...new Set(places.map(({ event }) => event))],
      hasWrongKey: places.some(({ kind, url = '' }) => kind === 'http' && isRefused(url, key)),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { trouble: error.message, kinds: [], events: [], hasWrongKey: false };
  }
}

/** `key`: what HTTP hooks have to send; undefined while no server has made one. */
export function hookHealth(inbox: string, places: HookPlaces, now: number, key: string | undefined): HookHealth {
  const agents = hookedAgents.map((agent): AgentHooks => {
    const settings = agent.settings(places);
    const installed = installedAt(settings, key);
    const missing =
      installed.events.length === 0 ? [] : agent.events.filter((event) => !installed.events.includes(event));
    return {
      agent: agent.agent,
      title: agent.title,
      settings,
      ...installed,
      missing,
      ...arrived(inbox, agent.agent),
    };
  });
  const waiting = entriesOf(spoolFolder(inbox)).filter(({ name }) => name.endsWith('.json')).length;
  const needsScript = agents.some(({ kinds }) => kinds.includes('shell'));
  return {
    inbox,
    agents,
    waiting,
    isScriptMissing: needsScript && !existsSync(scriptPath(inbox)),
    trouble: readTrouble(inbox).filter(({ at }) => now - at < TROUBLE_KEPT_MS),
  };
}

/** What needs attention, one short phrase each. */
export function hookAttention({ trouble, isScriptMissing, agents }: HookHealth): string[] {
  const said: string[] = [];
  if (trouble.length > 0) said.push(`${plural(trouble.length, 'hook')} had trouble`);
  if (isScriptMissing) said.push("the hooks' script is gone");
  const refused = agents.filter(({ hasWrongKey }) => hasWrongKey).map(({ title }) => title);
  if (refused.length > 0) said.push(`the HTTP hooks of ${refused.join(' and ')} have no valid key`);
  return said;
}
