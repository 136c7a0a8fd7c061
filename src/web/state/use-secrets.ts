// Secrets in a session's log, requested when the page is idle: the server reads the whole log for it.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { SessionSecrets } from '../../api/wire/secrets.ts';
import { api } from './api.ts';

const REST_MS = 1500;

/** The last answer, and its session. */
const last = signal<{ readonly agent: string; readonly session: string; readonly answer: SessionSecrets } | undefined>(
  undefined,
);

/** What is already known, without a request: on a session's page its head has asked. */
export function knownSecrets(agent: string, session: string): SessionSecrets | undefined {
  const known = last.value;
  return known?.agent === agent && known.session === session ? known.answer : undefined;
}

export function useSecrets(agent: string, session: string): SessionSecrets | undefined {
  const [answer, setAnswer] = useState<SessionSecrets | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const told = await api.get('sessionSecrets', { parts: { agent, session } }, stop.signal);
        setAnswer(told);
        last.value = { agent, session, answer: told };
      } catch {
        // Without an answer there is no warning; nothing else depends on it.
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
