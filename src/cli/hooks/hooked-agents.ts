// Agents with hooks: where their settings are, and which events to report.

import { join, resolve } from 'node:path';

export interface HookedAgent {
  readonly agent: string;
  readonly title: string;
  /** The folder of its settings: without it, the agent is not used here. */
  folder(places: HookPlaces): string;
  /** The file that holds its hooks. */
  settings(places: HookPlaces): string;
  readonly events: readonly string[];
  /** What the user still has to do; null if nothing. */
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
  // The command contains a path of this machine, which does not belong in a project's shared settings.
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
