// What a session changed in the end: every call that changed a file, folded into one diff per file. From index and log.

import { setImmediate } from 'node:timers/promises';
import { isRemoved, type Removed, removedFiles } from '../insights/removed-files.ts';
import type { Filter } from '../model/filter/filter.ts';
import type { FilterKey } from '../model/filter/keys.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { type ChangedFile, inOrder, SessionChanges } from '../net-diff/session-changes.ts';
import { openCallWith } from '../reading/open-call.ts';
import { BodyReader } from '../sources/body-reader.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { TOOL_FAMILIES, TOOL_TOUCHES } from '../tools/traits.ts';
import { pathsOf } from './find-session.ts';
import type { ServedLibrary } from './served-library.ts';
import type { PathOf } from './shape/place.ts';

/** Yields to other work after this many calls. */
const CALLS_AT_ONCE = 20;

const CHANGING = new Map([...TOOL_TOUCHES].filter(([, touch]) => touch !== 'read'));

interface MadeChanges {
  readonly calls: readonly ToolCall[];
  readonly files: readonly ChangedFile[];
  /** The folder that the session worked in. */
  readonly project: string | null;
  readonly pathOf: PathOf;
}

/** Calls of the session, and perhaps of others whose id starts with the same characters. */
function ofSession({ agent, id }: SessionKey): Filter {
  const term = (key: FilterKey, value: string): Filter => ({ type: 'term', key, values: [{ type: 'exact', value }] });
  return { type: 'and', items: [term('session', id), term('agent', agent)] };
}

function isRemoval({ toolId, status, flags }: ToolCall): boolean {
  return toolId === 'shell' && status === 'ok' && !flags.includes('rolled-back');
}

/** Commands that removed files, perhaps some that the session changed, and these files. */
async function removalsOf(
  { questions, places }: Pick<ServedLibrary, 'questions' | 'places'>,
  key: SessionKey,
  project: string | null,
): Promise<Map<ToolCall, readonly Removed[]>> {
  const rm: Filter = { type: 'term', key: 'program', values: [{ type: 'exact', value: 'rm' }] };
  const filter: Filter = { type: 'and', items: [ofSession(key), rm] };
  const found = new Map<ToolCall, readonly Removed[]>();
  for await (const batch of questions.calls.newest({ filter, places, families: TOOL_FAMILIES })) {
    for (const { call } of batch) {
      if (call.session !== key.id || call.agent !== key.agent || !isRemoval(call)) continue;
      const removed = removedFiles(call.facts, project);
      if (removed.length > 0) found.set(call, removed);
    }
  }
  return found;
}

export async function netChangesOf(
  { questions, places, openLog }: Pick<ServedLibrary, 'questions' | 'places' | 'openLog'>,
  key: SessionKey,
  signal?: AbortSignal,
): Promise<MadeChanges> {
  const touched = await questions.files.touched({
    filter: ofSession(key),
    places,
    families: TOOL_FAMILIES,
    touches: CHANGING,
  });
  const touches = touched.filter((touch) => touch.session === key.id && touch.agent === key.agent);
  const changed = (await questions.calls.several(touches)).filter((call) => call !== undefined);
  const project = touches[0]?.project ?? null;
  const removals = await removalsOf({ questions, places }, key, project);
  const calls = inOrder([...changed, ...removals.keys()]);
  const changes = new SessionChanges(project);
  const paths = await pathsOf({ questions }, key);
  const reader = new BodyReader(paths, openLog);
  try {
    for (const [number, call] of calls.entries()) {
      if (number % CALLS_AT_ONCE === CALLS_AT_ONCE - 1) await setImmediate();
      signal?.throwIfAborted();
      const removed = removals.get(call);
      if (removed !== undefined) changes.remove((path) => isRemoved(path, removed), number);
      else changes.add(call, openCallWith(reader, call), number);
    }
  } finally {
    reader.close();
  }
  return { calls, files: changes.made(), project, pathOf: (source) => paths[source] ?? '' };
}
