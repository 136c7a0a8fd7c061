// The list of measures, in the order of the table. Each is loaded separately: the process of one measure should not have the
// programs of the others in memory.

import type { Measure } from './measure.ts';

type Load = () => Promise<Measure>;

export const registry: Readonly<Record<string, Load>> = {
  'read-limit': async () => (await import('./measures/read-limit.ts')).readLimit,
  'json-parse': async () => (await import('./measures/json-parse.ts')).jsonParse,
  inspect: async () => (await import('./measures/inspect.ts')).inspect,
  'real-logs': async () => (await import('./measures/real-logs.ts')).realLogs,
  families: async () => (await import('./measures/families.ts')).families,
  agents: async () => (await import('./measures/agents.ts')).agents,
  'cold-index': async () => (await import('./measures/cold-index.ts')).coldIndex,
  'first-rows': async () => (await import('./measures/first-rows.ts')).firstRows,
  'index-steps': async () => (await import('./measures/index-steps.ts')).indexSteps,
  'warm-start': async () => (await import('./measures/warm-start.ts')).warmStart,
  append: async () => (await import('./measures/append.ts')).append,
  search: async () => (await import('./measures/search.ts')).search,
  secrets: async () => (await import('./measures/secrets.ts')).secrets,
  insights: async () => (await import('./measures/insights.ts')).insights,
  pages: async () => (await import('./measures/pages.ts')).pages,
  mcp: async () => (await import('./measures/mcp.ts')).mcp,
  dashboard: async () => (await import('./measures/dashboard.ts')).dashboard,
  sse: async () => (await import('./measures/sse.ts')).sse,
  rap: async () => (await import('./measures/rap.ts')).rap,
  hook: async () => (await import('./measures/hook.ts')).hook,
};

export async function loadMeasure(id: string): Promise<Measure> {
  const load = registry[id];
  if (load === undefined) throw new Error(`There is no measure "${id}".`);
  return load();
}
