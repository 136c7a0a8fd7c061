// `toolscope hook uninstall`: removes our entries from the agents' settings, and nothing else.

import type { Invocation } from '../command.ts';
import { makeChanges, type PlannedChange, planChange } from './change-settings.ts';
import { chooseAgents, placesOf } from './choose-agents.ts';
import { withoutHooks } from './settings-text.ts';

export async function uninstall(invocation: Invocation): Promise<number> {
  const { out } = invocation;
  const places = placesOf(invocation);
  const changes: PlannedChange[] = [];
  for (const agent of chooseAgents(invocation, places)) {
    const path = agent.settings(places);
    const change = planChange(agent.title, path, withoutHooks);
    if (change === undefined)
      await out.line(`${agent.title}: nothing to do, ${out.safe(path)} has none of Toolscope's hooks.`);
    else changes.push(change);
  }
  return changes.length === 0 ? 0 : makeChanges(changes, invocation, () => {});
}
