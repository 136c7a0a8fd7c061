// Renders a shared session as one HTML file: no requests, styles inline, light or dark by the reader's system. The only
// script is optional.

import { renderToString } from 'preact-render-to-string';
import type { SharedEntry, SharedSession } from '../../api/shared-session.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { Entry, Head, Rest, TurnHead, Verdict } from './share-parts.tsx';
import { shareTools } from './share-tools.ts';
import { shortNames } from './short-names.ts';

/** A script that is allowed to run, and its hash for the content security policy. */
interface AllowedScript {
  readonly text: string;
  /** SHA-256, in base64. */
  readonly hash: string;
}

export const script = `(${shareTools.toString()})()`;

/** Nothing is loaded, and only this one script runs, whatever is in the log. */
function policyWith(allowed: AllowedScript | undefined): string {
  const scripts = allowed === undefined ? '' : ` script-src 'sha256-${allowed.hash}';`;
  return `default-src 'none';${scripts} style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'`;
}

const DARK = /:root\[data-theme=["']?dark["']?\]\s*\{([^}]*)\}/g;

/** The dashboard has a theme setting; a file without scripts follows the system. */
function bySystem(styles: string): string {
  return styles.replace(DARK, '@media screen and (prefers-color-scheme: dark) {:root{$1}}');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Buttons do nothing without a script. Log text is escaped, so it cannot end a button. */
const BUTTONS = /<button\b[^>]*>.*?<\/button>/gs;
/** Elements that contained only buttons. */
const HOLDERS = /<span class="ts-block__(?:actions|corner)"><\/span>/g;
/** Links to what is not in the file are removed; file names stay as text. */
const NOWHERE = /<a\b([^>]*) href="#rest"([^>]*)>(.*?)<\/a>/gs;

function unlinked(_: string, before: string, after: string, words: string): string {
  return after.includes('target="_blank"') ? '' : `<span${before}${after}>${words}</span>`;
}

/** If a view throws, the generic one is used, as in the dashboard. */
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

/** In pieces: a long session takes a second in all, and other requests get their turn. */
export function* renderShare(shared: SharedSession, given: string, allowed?: AllowedScript): Generator<string> {
  const { styles, shorten } = shortNames(bySystem(given));
  for (const piece of pieces(shared, styles, policyWith(allowed))) yield shorten(piece);
  if (allowed !== undefined) yield `<script>${allowed.text}</script>\n`;
  yield '</body>\n</html>\n';
}

function* pieces(shared: SharedSession, styles: string, policy: string): Generator<string> {
  const { session, insights, turns } = shared;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
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
    yield `\n<section class="share-turn" id="turn-${turn.number}" aria-label="Turn ${turn.number}">${renderToString(<TurnHead turn={turn} />)}`;
    for (const entry of turn.entries) yield `\n${draw(entry)}`;
    yield '</section>';
  }
  yield renderToString(<Rest shared={shared} />);
  yield '\n</main>\n';
}
