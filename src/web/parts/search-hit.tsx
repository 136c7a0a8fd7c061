// Parts of a search hit that both lists draw: the snippet with its marks, and where the hit is.

import type { ComponentChildren } from 'preact';
import type { SearchHit } from '../../api/wire/library.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { callAddress, sessionAddress } from '../state/addresses.ts';
import { lookOf } from './entry-kinds.ts';
import './search-hit.css';

export function hitAddress({ agent, session, call, what, source, offset, line, pointer }: SearchHit): string {
  if (call !== null) return callAddress(call);
  // Not a row of the session's table: shows the raw line.
  if (what === 'record') return sessionAddress(agent, session, { line: `${source}:${line}` });
  return sessionAddress(agent, session, { at: `${source}:${offset}:${pointer}`, show: 'everything' });
}

/** The snippet with its matches marked; overlapping or invalid marks are ignored. */
export function Snippet({ snippet }: Pick<SearchHit, 'snippet'>): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [from, to] of snippet.marks) {
    if (from < at || to > snippet.text.length) continue;
    parts.push(snippet.text.slice(at, from), <mark key={from}>{snippet.text.slice(from, to)}</mark>);
    at = to;
  }
  parts.push(snippet.text.slice(at));
  return <code class="search-hit__snippet">{parts}</code>;
}

/** Where a hit is: the kind of message, or the call and the part of it. */
export function HitHome({ hit: { call, what, part } }: { readonly hit: SearchHit }): ComponentChildren {
  if (call === null) return <strong>{lookOf(what).title}</strong>;
  return (
    <>
      <StatusMark status={call.status} masked={call.masked} short={true} /> <strong>{toolName(call.tool)}</strong>{' '}
      <span class="dim" title={oneLine(call.summary)}>
        {part}
      </span>
    </>
  );
}

/** Moves the focus among the hits on the page. */
export function focusHit(by: number): void {
  const all: Element[] = [...document.querySelectorAll('.search__link')];
  const at = document.activeElement === null ? -1 : all.indexOf(document.activeElement);
  const next = all[Math.min(all.length - 1, Math.max(0, at + by))];
  if (next instanceof HTMLElement) next.focus();
}
