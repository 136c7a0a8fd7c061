// An environment in which no agent has logs: every place that formats look in is below a missing home.

import { formats } from '../../src/formats/registry.ts';

/** Agents that a test is about are configured afterwards, by their own variables. */
export function elsewhere(home = '/nowhere'): Record<string, string> {
  const homes = { HOME: home, USERPROFILE: home, APPDATA: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
  // Places are looked at here, unlike in other tests: there is nothing at them.
  return { ...homes, TOOLSCOPE_NO_DEFAULT_ROOTS: '' };
}

/** The places of all agents there, in the order they are looked at. */
export function placesElsewhere(env: Record<string, string>, home = '/nowhere'): string[] {
  return formats.flatMap((format) => format.roots({ env, home })).map(({ path }) => path);
}
