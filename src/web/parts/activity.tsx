// The activity calendar above the list of sessions: loaded after the list, and again when days change.

import type { ComponentChildren } from 'preact';
import { narrowed, topTerms, withoutTerm } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { useFollowing } from '../state/following.ts';
import { goWith } from '../state/route.ts';
import { HeatMap } from './heat-map.tsx';

/** Shortest time between two reloads. */
const PAUSE_MS = 15_000;

function localDay(): string {
  const now = new Date();
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

interface ActivityProps {
  /** The page's filter; a day in it is shown as chosen, and the others stay visible. */
  readonly filter: string;
  /** The part of it for the server: plain words are about titles, and calls have none. */
  readonly terms: string;
}

export function Activity({ filter, terms }: ActivityProps): ComponentChildren {
  const chosen = topTerms(filter).find((term) => /^on:\d{4}-\d\d-\d\d$/.test(term)) ?? '';
  const others = withoutTerm(filter, chosen);
  const asked = withoutTerm(terms, chosen);
  const question = useQuestion((stop) => api.get('stats', { query: { by: 'day', filter: asked } }, stop), [asked]);
  useFollowing(question, PAUSE_MS);
  const { answer } = question.state.value;
  if (answer === undefined) return null;
  const days = answer.groups.flatMap(({ key, calls, failures }) =>
    key === null ? [] : [{ day: key, calls, failures }],
  );
  if (days.length === 0) return null;
  const choose = (day: string): void => {
    const term = `on:${day}`;
    goWith({ f: term === chosen ? others : narrowed(others, term) }, { replace: true });
  };
  return <HeatMap days={days} today={localDay()} chosen={chosen === '' ? null : chosen.slice(3)} onChoose={choose} />;
}
