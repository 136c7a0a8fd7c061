// Chooses the agents for a hook command: those named, or those in use.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import type { Invocation } from '../command.ts';
import { type HookedAgent, type HookPlaces, hookedAgents } from './hooked-agents.ts';

export function placesOf({ options }: Invocation): HookPlaces {
  const project = options['project'] === true ? resolve('.') : null;
  return { env: process.env, home: homedir(), project };
}

export function chooseAgents({ options }: Invocation, places: HookPlaces): readonly HookedAgent[] {
  const named = options['agent'];
  if (!Array.isArray(named) || named.length === 0) {
    const used = hookedAgents.filter((agent) => existsSync(agent.folder({ ...places, project: null })));
    if (used.length > 0) return used;
    const looked = hookedAgents.map((agent) => agent.folder({ ...places, project: null })).join(' nor ');
    throw new AppError('not-found', `No agent that supports hooks is used here: there is neither ${looked}.`, {
      hint: 'Name one with --agent claude-code or --agent codex.',
    });
  }
  return named.map((name) => {
    const agent = hookedAgents.find((one) => one.agent === name);
    if (agent !== undefined) return agent;
    const known = hookedAgents.map((one) => one.agent).join(', ');
    throw new AppError('bad-usage', `No hooks are known for ${String(name)}.`, { hint: `Known agents: ${known}.` });
  });
}
