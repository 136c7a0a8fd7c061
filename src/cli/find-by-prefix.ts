// Finds a session by the beginning of its id. If several match, the error lists them.

import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/app-error.ts';
import type { SessionCandidate } from '../store/questions/sessions.ts';
import type { Library } from './open-library.ts';
import type { Output } from './output.ts';
import { dayText } from './when-text.ts';

/** Candidates listed. */
const TOLD_CANDIDATES = 10;

/** "…
 *   id  when  title" for each, and a line about the rest. */
export function candidateLines(lines: readonly string[]): string {
  const told = lines.slice(0, TOLD_CANDIDATES).map((line) => `\n  ${line.trimEnd()}`);
  return told.join('') + (lines.length > TOLD_CANDIDATES ? '\n  and more' : '');
}

const LOOK_AGAIN_MS = 100;
/** Then the process that reads it may have died. */
const PATIENCE_MS = 120_000;

/** Waits for a session that is listed but not read yet: another process is reading the logs. */
async function untilRead({ questions }: Library['index'], { agent, id }: SessionCandidate, out: Output): Promise<void> {
  const isUnread = async (): Promise<boolean> => (await questions.sessions.get({ agent, id }))?.isUnread === true;
  if (!(await isUnread())) return;
  out.note('toolscope: another Toolscope process is reading the logs; waiting for this session.');
  for (const deadline = Date.now() + PATIENCE_MS; await isUnread(); await sleep(LOOK_AGAIN_MS)) {
    if (Date.now() < deadline) continue;
    throw new AppError('store-busy', 'The session has not been read yet.', { hint: 'Try again in a moment.' });
  }
}

/** By the beginning of the id, or by the name that agents are told: `agent/id`. */
async function candidates(
  { questions }: Library['index'],
  prefix: string,
  places: Library['places'],
): Promise<readonly SessionCandidate[]> {
  const found = await questions.sessions.find(prefix, places);
  const [agent, ...id] = prefix.split('/');
  if (found.length > 0 || id.length === 0 || id.join('/') === '') return found;
  const named = await questions.sessions.find(id.join('/'), places);
  return named.filter((candidate) => candidate.agent === agent);
}

export async function findSession(
  { index, places }: Pick<Library, 'index' | 'places'>,
  prefix: string,
  out: Output,
): Promise<SessionCandidate> {
  const found = prefix === '' ? [] : await candidates(index, prefix, places);
  const [first] = found;
  if (first === undefined) {
    throw new AppError('not-found', `No session has an id that begins with ${out.safe(prefix)}.`, {
      hint: 'toolscope ls lists them.',
    });
  }
  if (found.length === 1) {
    await untilRead(index, first, out);
    return first;
  }
  const lines = found.map(({ id, agent, lastAt, title }) =>
    [out.safe(id), agent, dayText(lastAt), out.safe(title ?? '').slice(0, 60)].join('  '),
  );
  throw new AppError(
    'ambiguous',
    `Several sessions have an id that begins with ${out.safe(prefix)}; give more of it:${candidateLines(lines)}`,
  );
}
