// Answers "what is Toolscope doing, and what does it know?".

import type { Status } from '../../api/wire/library.ts';
import { knownAgents, knownTools } from '../../library/catalogue.ts';
import { placeTotals } from '../../store/queries/place-totals.ts';
import type { HandlerOf } from '../handler.ts';
import type { ServedLibrary } from '../served-library.ts';
import { startedAs } from '../started-as.ts';
import { version } from '../version.ts';

export function statusOf(library: ServedLibrary): Status {
  const { phase, progress, trouble } = library.state();
  return {
    version: version(),
    command: startedAs(),
    phase,
    progress,
    ...placeTotals(library.database, library.places),
    places: [...library.places],
    demo: library.isDemo,
    seq: library.lastSeq(),
    agents: [...knownAgents()],
    tools: [...knownTools()],
    trouble: [...trouble],
  };
}

export const status: HandlerOf<'status'> = ({ library }) => statusOf(library);
