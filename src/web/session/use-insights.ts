// Conclusions about a session, loaded again when the session has changed.

import { useEffect, useRef } from 'preact/hooks';
import type { SessionInsights } from '../../api/wire/insights.ts';
import type { SessionName } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';

/** Pauses four times as long as the last answer took: a live session changes with every line. */
const REST_TIMES = 4;
const REST_MIN_MS = 250;
const REST_MAX_MS = 30_000;

/** `seq`: the change number the page has reached. */
export function useInsights({ agent, session }: SessionName, seq: number | undefined): SessionInsights | undefined {
  const tookMs = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  const question = useQuestion(
    async (stop) => {
      const started = performance.now();
      const answer = await api.get('sessionInsights', { parts: { agent, session } }, stop);
      tookMs.current = performance.now() - started;
      return answer;
    },
    [agent, session],
  );
  useEffect(() => {
    if (seq === undefined || question.state.value.answer === undefined || timer.current !== undefined) return;
    const rest = Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, tookMs.current * REST_TIMES));
    timer.current = setTimeout(() => {
      timer.current = undefined;
      question.again();
    }, rest);
  }, [seq]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [agent, session],
  );
  return question.state.value.answer;
}
