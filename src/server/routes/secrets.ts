// Which secrets are in a session's log. Reads the whole log, so an answer is kept until the log grows.

import type { SessionSecrets } from '../../api/wire/secrets.ts';
import { sessionKey } from '../../base/session-key.ts';
import { spilledOutputs } from '../../reading/spilled-output.ts';
import { secretsIn } from '../../search/log-secrets.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';

const MOST_KEPT = 200;

/** By session, the most recently used last. */
const kept = new Map<string, { readonly stamp: string; readonly answer: SessionSecrets }>();

export const sessionSecrets: HandlerOf<'sessionSecrets'> = async ({ library, parts, signal }) => {
  const sources = await library.questions.sessions.sources(await findSession(library, parts));
  const name = sessionKey(parts.agent, parts.session);
  const stamp = JSON.stringify(sources.map(({ path, bytes, modifiedAt }) => [path, bytes, modifiedAt]));
  const known = kept.get(name);
  kept.delete(name);
  const answer = known?.stamp === stamp ? known.answer : await look();
  kept.set(name, { stamp, answer });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return answer;

  async function look(): Promise<SessionSecrets> {
    const { openRedactor } = await import('../../redaction/open-redactor.ts');
    const redactor = openRedactor({ secretsOnly: true });
    const numbers = new Map(sources.map(({ path, num }) => [path, num]));
    const seen = new Set<string>();
    const outputs = [...numbers.keys()].flatMap((path) => spilledOutputs(path, parts.session, seen));
    const looked = { open: library.openLog, outputs, redactor, signal };
    const { secrets, places, unreadable } = await secretsIn([...numbers.keys()], looked);
    return {
      secrets: secrets.map(({ path, ...secret }) => ({ ...secret, file: path, source: numbers.get(path) ?? null })),
      places: places.map(({ path, line }) => ({ file: path, line })),
      rules: redactor.version,
      unreadable,
    };
  }
};
