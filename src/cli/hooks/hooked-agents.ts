// Which agents have hooks: where their settings are, and which events are worth hearing of.

import { join, resolve } from 'node:path';

export interface HookedAgent {
  readonly agent: string;
  readonly title: string;
  /** The folder of its settings: an agent without one is not used here. */
  folder(places: HookPlaces): string;
  /** The file that holds its hooks. */
  settings(places: HookPlaces): string;
  readonly events: readonly string[];
  /** What a person still has to do; null when nothing. */
  readonly afterwards: string | null;
}

export interface HookPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The project's folder for hooks of one project; null for all of the user's. */
  readonly project: string | null;
}

function set(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : resolve(value);
}

const claudeCode: HookedAgent = {
  agent: 'claude-code',
  title: 'Claude Code',
  folder: ({ env, home, project }) =>
    project === null ? (set(env['CLAUDE_CONFIG_DIR']) ?? join(home, '.claude')) : join(project, '.claude'),
  // The command is a path of this machine: a project's shared settings are no place for it.
  settings: (places) =>
    join(claudeCode.folder(places), places.project === null ? 'settings.json' : 'settings.local.json'),
  events: [
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PermissionRequest',
    'PermissionDenied',
    'UserPromptSubmit',
    'Notification',
    'Stop',
    'SubagentStart',
    'SubagentStop',
    'SessionStart',
    'SessionEnd',
  ],
  afterwards: null,
};

const codex: HookedAgent = {
  agent: 'codex',
  title: 'Codex CLI',
  folder: ({ env, home, project }) =>
    project === null ? (set(env['CODEX_HOME']) ?? join(home, '.codex')) : join(project, '.codex'),
  settings: (places) => join(codex.folder(places), 'hooks.json'),
  events: [
    'PreToolUse',
    'PermissionRequest',
    'PostToolUse',
    'UserPromptSubmit',
    'Stop',
    'SubagentStart',
    'SubagentStop',
    'SessionStart',
  ],
  afterwards: 'Codex runs a new hook only after you have trusted it: type /hooks in Codex once.',
};

export const hookedAgents: readonly HookedAgent[] = [claudeCode, codex];
