// Parses a search from the text the model saw: a heading, links as JSON, comments between and after them.

import { asArray, parseJson } from '../../base/json.ts';
import { linksOf, results, type SearchEntry, type SearchLink, type SearchResults } from './search-results.ts';

const HEADING = 'Web search results for query: "';
const LINKS = 'Links: [';
const NO_LINKS = 'No links found.';
const REMINDER = '\n\nREMINDER: ';

/** Where the JSON list that starts here ends: after its closing bracket, ignoring brackets inside strings. */
function endOfList(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === 92) i++;
      else if (unit === 34) quoted = false;
    } else if (unit === 34) quoted = true;
    else if (unit === 91) depth++;
    else if (unit === 93 && --depth === 0) return i + 1;
  }
  return -1;
}

function linksIn(json: string): readonly SearchLink[] | undefined {
  const parsed = parseJson(json);
  const list = parsed.ok ? asArray(parsed.value) : undefined;
  return list === undefined ? undefined : linksOf(list);
}

/** After this many texts that only look like lists, the search stops. */
const FAILED_LISTS_MAX = 16;

/** The next `Links: […]` or "No links found." at the start of a line. */
function nextLinks(text: string, from: number): { at: number; end: number; links: readonly SearchLink[] } | undefined {
  let failed = 0;
  for (let at = from; at !== -1 && at < text.length && failed < FAILED_LISTS_MAX; ) {
    if (text.startsWith(NO_LINKS, at)) return { at, end: at + NO_LINKS.length, links: [] };
    if (text.startsWith(LINKS, at)) {
      const start = at + LINKS.length - 1;
      const end = endOfList(text, start);
      const links = end === -1 ? undefined : linksIn(text.slice(start, end));
      if (links !== undefined) return { at, end, links };
      failed++;
    }
    const line = text.indexOf('\n', at);
    at = line === -1 ? -1 : line + 1;
  }
  return undefined;
}

/** The query between the heading's quotes; it may contain quotes itself. */
function headingOf(text: string, asked: string | null): { query: string | null; end: number } {
  if (!text.startsWith(HEADING)) return { query: asked, end: 0 };
  if (asked !== null && text.startsWith(`${asked}"`, HEADING.length)) {
    return { query: asked, end: HEADING.length + asked.length + 1 };
  }
  const line = text.indexOf('\n', HEADING.length);
  const close = text.lastIndexOf('"', line === -1 ? text.length : line);
  return close < HEADING.length
    ? { query: asked, end: HEADING.length }
    : { query: text.slice(HEADING.length, close), end: close + 1 };
}

export function readSearch(content: string, asked: string | null): SearchResults {
  const reminder = content.lastIndexOf(REMINDER);
  const text = reminder === -1 ? content : content.slice(0, reminder);
  const heading = headingOf(text, asked);
  const entries: SearchEntry[] = [];
  const comment = (from: number, to: number) => {
    const said = text.slice(from, to).trim();
    if (said !== '') entries.push({ type: 'text', text: said });
  };
  let at = heading.end;
  for (
    let next = nextLinks(text, skipBlank(text, at));
    next !== undefined;
    next = nextLinks(text, skipBlank(text, at))
  ) {
    comment(at, next.at);
    entries.push({ type: 'links', links: next.links });
    at = next.end;
  }
  comment(at, text.length);
  return results(heading.query, entries);
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] === '\n' || text[at] === ' ' || text[at] === '\r')) at++;
  return at;
}
