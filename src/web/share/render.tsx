// Draws a shared session as one HTML file: no script, no request, styles inside, both themes by what the reader's system prefers.

import { renderToString } from 'preact-render-to-string';
import type { SharedEntry, SharedSession } from '../../api/shared-session.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { Entry, Head, Rest, TurnHead, Verdict } from './share-parts.tsx';
import { shortNames } from './short-names.ts';

/** Nothing is loaded and nothing runs, whatever stands in the log. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

const DARK = /:root\[data-theme=["']?dark["']?\]\s*\{([^}]*)\}/g;

/** The dashboard asks its reader for a theme; a file without a script goes by the system. */
function bySystem(styles: string): string {
  return styles.replace(DARK, '@media (prefers-color-scheme: dark) {:root{$1}}');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** They do nothing without a script. Texts from logs are escaped: none of them ends a button. */
const BUTTONS = /<button\b[^>]*>.*?<\/button>/gs;
/** What held nothing but buttons. */
const HOLDERS = /<span class="ts-block__(?:actions|corner)"><\/span>/g;
/** Links to what is not in the file: those that would open it go, names of files stay as they are. */
const NOWHERE = /<a\b([^>]*) href="#rest"([^>]*)>(.*?)<\/a>/gs;

function unlinked(_: string, before: string, after: string, words: string): string {
  return after.includes('target="_blank"') ? '' : `<span${before}${after}>${words}</span>`;
}

/** A view that breaks gives way to the generic one, as in the dashboard. */
function draw(entry: SharedEntry): string {
  const drawn = (isGeneric: boolean): string =>
    renderToString(<Entry entry={entry} isGeneric={isGeneric} />)
      .replace(BUTTONS, '')
      .replace(HOLDERS, '')
      .replace(NOWHERE, unlinked);
  try {
    return drawn(false);
  } catch {
    return drawn(true);
  }
}

/** Piece by piece: a long session takes a second in all, and others want their turn. */
export function* renderShare(shared: SharedSession, given: string): Generator<string> {
  const { styles, shorten } = shortNames(bySystem(given));
  for (const piece of pieces(shared, styles)) yield shorten(piece);
}

function* pieces(shared: SharedSession, styles: string): Generator<string> {
  const { session, insights, turns } = shared;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(oneLine(session.title ?? session.id))}</title>
<style>${styles}</style>
</head>
<body>
<main class="share">
`;
  yield renderToString(<Head session={session} />);
  yield renderToString(<Verdict insights={insights} />);
  for (const turn of turns) {
    yield `\n<section class="share-turn" aria-label="Turn ${turn.number}">${renderToString(<TurnHead turn={turn} />)}`;
    for (const entry of turn.entries) yield `\n${draw(entry)}`;
    yield '</section>';
  }
  yield renderToString(<Rest shared={shared} />);
  yield '\n</main>\n</body>\n</html>\n';
}
