// What Toolscope is doing, and what it knows.

import type { Status } from '../../api/wire/library.ts';
import { knownAgents, knownTools } from '../../library/catalogue.ts';
import { placesOfLogs } from '../../library/roots.ts';
import type { HandlerOf } from '../handler.ts';
import type { ServedLibrary } from '../served-library.ts';
import { startedAs } from '../started-as.ts';
import { version } from '../version.ts';

export async function statusOf(library: ServedLibrary): Promise<Status> {
  const { phase, progress, trouble } = library.state();
  return {
    version: version(),
    command: startedAs(),
    phase,
    progress,
    ...(await library.questions.health.placeTotals(library.places)),
    places: [...placesOfLogs(library.places)],
    demo: library.isDemo,
    seq: await library.questions.changes.last(),
    agents: [...knownAgents()],
    tools: [...knownTools()],
    trouble: [...trouble],
  };
}

export const status: HandlerOf<'status'> = ({ library }) => statusOf(library);
