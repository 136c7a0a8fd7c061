// Answers how two sessions differ.

import { compareStored } from '../compare.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';

export const compare: HandlerOf<'compare'> = async ({ library, parts, signal }) => {
  const { agent, session, otherAgent, otherSession } = parts;
  const a = await findSession(library, { agent, session });
  const b = await findSession(library, { agent: otherAgent, session: otherSession });
  const title = (key: typeof a): Promise<string | null> => library.questions.sessions.title(key);
  return { ...(await compareStored(library, a, b, signal)), titles: { a: await title(a), b: await title(b) } };
};
