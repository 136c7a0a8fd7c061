// Which calls of a session match the filter: decided by the server, asked again when the session grows.

import { useEffect, useState } from 'preact/hooks';
import type { SessionName } from '../state/addresses.ts';
import { api } from '../state/api.ts';
import { asError } from '../state/as-error.ts';

export interface Matching {
  /** Null without a filter. */
  readonly keys: ReadonlySet<number> | null;
  readonly error: Error | undefined;
}

const NONE: Matching = { keys: null, error: undefined };
const PAUSE_MS = 60;

export function useMatching({ agent, session }: SessionName, filter: string, version: number): Matching {
  const [matching, setMatching] = useState<Matching>(NONE);
  useEffect(() => {
    if (filter.trim() === '') {
      setMatching(NONE);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      api.get('matches', { parts: { agent, session }, query: { filter } }, controller.signal).then(
        ({ keys }) => setMatching({ keys: new Set(keys), error: undefined }),
        (error: unknown) => {
          if (!controller.signal.aborted) setMatching((old) => ({ ...old, error: asError(error) }));
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [agent, session, filter, version]);
  return matching;
}
