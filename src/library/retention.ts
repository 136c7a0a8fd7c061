// How long agents keep their logs: what their settings say, and which sessions will be deleted when.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { asObject, parseJson } from '../base/json.ts';
import { sessionKey } from '../base/session-key.ts';
import { systemCode } from '../base/system-code.ts';
import { DAY_MS } from '../base/time.ts';
import type { Surroundings } from '../formats/format.ts';
import { formats } from '../formats/registry.ts';
import { isAtOrBelow } from '../sources/files/at-or-below.ts';

/** An agent that deletes its old logs: the setting for the maximum age, and its default. */
interface Habit {
  readonly agent: string;
  /** Relative to the folder of its logs. */
  readonly settings: string;
  readonly key: string;
  readonly usualDays: number;
}

/** Files whose last change is older than this are deleted when the agent starts. */
const HABITS: readonly Habit[] = [
  { agent: 'claude-code', settings: 'settings.json', key: 'cleanupPeriodDays', usualDays: 30 },
];

export interface Retention {
  readonly agent: string;
  readonly days: number;
  /** The settings file, and the name of the setting. */
  readonly settings: string;
  readonly key: string;
  /** False when the settings do not say, or cannot be read: then the days are the agent's default. */
  readonly isSet: boolean;
  /** Why the settings could not be used, if they exist. */
  readonly trouble: string | null;
  /** The folder the agent cleans up. */
  readonly root: string;
}

function look(path: string, key: string): { readonly days?: number; readonly trouble: string | null } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    return { trouble: code === 'ENOENT' ? null : `It cannot be read (${code}).` };
  }
  const parsed = parseJson(text.replace(/^\ufeff/, ''));
  const settings = parsed.ok ? asObject(parsed.value) : undefined;
  if (settings === undefined) return { trouble: 'It is not a JSON object.' };
  const days = settings[key];
  if (days === undefined) return { trouble: null };
  if (typeof days !== 'number' || !Number.isFinite(days) || days < 0)
    return { trouble: `${key} is not a number of days.` };
  return { days, trouble: null };
}

export function retentions(surroundings: Surroundings): Retention[] {
  return formats.flatMap((format) => {
    const habit = HABITS.find(({ agent }) => agent === format.agent);
    if (habit === undefined) return [];
    return format.roots(surroundings).map(({ path }): Retention => {
      const root = resolve(path);
      const settings = join(dirname(root), habit.settings);
      const { days, trouble } = look(settings, habit.key);
      return {
        agent: format.agent,
        days: days ?? habit.usualDays,
        settings,
        key: habit.key,
        isSet: days !== undefined,
        trouble,
        root,
      };
    });
  });
}

export interface RetainedFile {
  readonly agent: string;
  readonly session: string;
  readonly path: string;
  readonly modifiedAt: number;
}

export interface Vanishing {
  readonly agent: string;
  readonly session: string;
  /** Not before this time: the agent deletes when it is started. */
  readonly at: number;
  readonly inDays: number;
}

/** Sessions in folders that an agent cleans up, the first to go first. A session is there as long as its newest file. */
export function vanishing(files: Iterable<RetainedFile>, kept: readonly Retention[], now: number): Vanishing[] {
  const sessions = new Map<string, { agent: string; session: string; at: number }>();
  for (const { agent, session, path, modifiedAt } of files) {
    const habit = kept.find(({ root, agent: owner }) => owner === agent && isAtOrBelow(path, root));
    if (habit === undefined) continue;
    const at = modifiedAt + habit.days * DAY_MS;
    const key = sessionKey(agent, session);
    const known = sessions.get(key);
    if (known === undefined) sessions.set(key, { agent, session, at });
    else known.at = Math.max(known.at, at);
  }
  return [...sessions.values()]
    .map((session) => ({ ...session, inDays: Math.max(0, Math.ceil((session.at - now) / DAY_MS)) }))
    .sort((a, b) => a.at - b.at || (a.session < b.session ? -1 : 1));
}
