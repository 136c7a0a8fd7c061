// The secrets in a session's log, asked for when the page has come to rest: the whole log is read for the answer.

import { useEffect, useState } from 'preact/hooks';
import type { SessionSecrets } from '../../api/wire/secrets.ts';
import { api } from './api.ts';

const REST_MS = 1500;

export function useSecrets(agent: string, session: string): SessionSecrets | undefined {
  const [answer, setAnswer] = useState<SessionSecrets | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        setAnswer(await api.get('sessionSecrets', { parts: { agent, session } }, stop.signal));
      } catch {
        // Without an answer there is no mark; the rest of the page does not depend on it.
      }
    };
    setAnswer(undefined);
    const timer = setTimeout(ask, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [agent, session]);
  return answer;
}
