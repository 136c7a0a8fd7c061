// Which sessions are compared, from the URL: while choosing two in the list, and on the comparison page.

import type { SessionName } from './addresses.ts';
import { addressWith, place } from './route.ts';

export interface ComparedNames {
  readonly a: SessionName;
  readonly b: SessionName;
}

/** `choosing`: the first is still to be chosen. A name: the second is still to be chosen. Null: not comparing. */
export function comparing(): SessionName | 'choosing' | null {
  const text = place.value.query.get('compare') ?? '';
  return text === '' ? null : (parsedName(text) ?? 'choosing');
}

function nameText({ agent, session }: SessionName): string {
  return `${encodeURIComponent(agent)}/${encodeURIComponent(session)}`;
}

function parsedName(text: string): SessionName | null {
  const [agent, session, ...more] = text.split('/');
  if (agent === undefined || session === undefined || agent === '' || session === '' || more.length > 0) return null;
  try {
    return { agent: decodeURIComponent(agent), session: decodeURIComponent(session) };
  } catch {
    return null;
  }
}

/** The session whose page is open, used as the first of the two. */
export function shownSession(): SessionName | undefined {
  const [, kind, ...name] = place.value.path.split('/');
  return kind === 's' ? (parsedName(name.slice(0, 2).join('/')) ?? undefined) : undefined;
}

/** The list of sessions, to choose two, or a second one for `first`. */
export function chooseAddress(first?: SessionName): string {
  return `/?compare=${first === undefined ? '1' : encodeURIComponent(nameText(first))}`;
}

export function compareAddress(a: SessionName, b: SessionName): string {
  return `/compare?a=${encodeURIComponent(nameText(a))}&b=${encodeURIComponent(nameText(b))}`;
}

/** Where a row of the list leads while choosing sessions. */
export function chosenAddress(row: SessionName, state: SessionName | 'choosing'): string {
  return state === 'choosing' ? addressWith({ compare: nameText(row) }) : compareAddress(state, row);
}

/** Both sessions in the URL; null if one is missing. */
export function comparedNames(): ComparedNames | null {
  const { query } = place.value;
  const [a, b] = [parsedName(query.get('a') ?? ''), parsedName(query.get('b') ?? '')];
  return a === null || b === null ? null : { a, b };
}
