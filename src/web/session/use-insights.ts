// What is concluded about a session, asked for again when the session has changed.

import { useEffect } from 'preact/hooks';
import type { SessionInsights } from '../../api/wire/insights.ts';
import { api, useQuestion } from '../state/api.ts';
import type { SessionName } from './session-state.ts';

/** `seq`: the change that the page has come to. */
export function useInsights({ agent, session }: SessionName, seq: number | undefined): SessionInsights | undefined {
  const question = useQuestion(
    (stop) => api.get('sessionInsights', { parts: { agent, session } }, stop),
    [agent, session],
  );
  useEffect(() => {
    if (seq !== undefined && question.state.value.answer !== undefined) question.again();
  }, [seq]);
  return question.state.value.answer;
}
