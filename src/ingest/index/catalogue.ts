// Owns the names of what is known: agents and tools, with the titles that people read.

import { hooks } from '../../formats/hooks/format.ts';
import { formats } from '../../formats/registry.ts';
import { tools } from '../../tools/all-tools.ts';
import { generic } from '../../tools/generic/generic.ts';

/** What hooks tell belongs to sessions of the agents that have them. */
export const KNOWN_AGENTS: readonly { readonly id: string; readonly title: string }[] = formats
  .filter((format) => format !== hooks)
  .map(({ agent, title }) => ({ id: agent, title }));

export const KNOWN_TOOLS: readonly { readonly id: string; readonly title: string; readonly family: string }[] =
  tools.map(({ id, title, family }) => ({ id, title, family }));

const titles = new Map([...tools, generic].map(({ id, title }) => [id, title]));

/** A tool that is known no more has its id for a title. */
export function toolTitle(toolId: string): string {
  return titles.get(toolId) ?? toolId;
}
