// `toolscope hook uninstall`: removes our entries from the agents' settings, and nothing else.

import type { Invocation } from '../command.ts';
import { makeChanges, planChanges } from './change-settings.ts';
import { chooseAgents, placesOf } from './choose-agents.ts';
import { withoutHooks } from './settings-text.ts';

export async function uninstall(invocation: Invocation): Promise<number> {
  const places = placesOf(invocation);
  const wanted = chooseAgents(invocation, places).map((agent) => {
    return { title: agent.title, path: agent.settings(places), change: withoutHooks };
  });
  const changes = await planChanges(wanted, invocation, "has none of Toolscope's hooks");
  return changes.length === 0 ? 0 : makeChanges(changes, invocation, () => {});
}
