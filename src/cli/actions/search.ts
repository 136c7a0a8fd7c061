// `toolscope search`: hits one by one, each with its call or message and its position.

import { hasSeveralWords } from '../../api/several-words.ts';
import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatBytes, plural } from '../../base/units.ts';
import { LibrarySearch, type SearchHit } from '../../search/library-search.ts';
import type { SearchReport } from '../../search/text/search-budget.ts';
import { statusStyle } from '../call-table.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { limitFrom } from '../library-options.ts';
import { withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { prose } from '../prose.ts';
import { ENDS, hitRecord, marked } from '../search-text.ts';
import { cells, fitCells } from '../table.ts';
import { minuteText } from '../when-text.ts';
import { searchSessions } from './search-sessions.ts';

/** A part of the heading: its text and style, and whether it is dropped when there is no room. */
interface Part {
  readonly text: string;
  readonly paint?: (text: string) => string;
  readonly hides?: boolean;
}

/** Where the hit is, in a few words. */
function homePart({ call, said }: SearchHit, out: Output): Part {
  if (call === null) return { text: said ?? 'record' };
  const name = `${out.safe(call.call.tool)} ${call.part} `;
  const id = out.safe(call.call.callId);
  return { text: name + id, paint: () => out.paint(statusStyle(call.call), name) + out.paint('dim', id) };
}

/** As wide as the terminal: optional parts are dropped first, and the summary takes what is left. */
function heading(hit: SearchHit, out: Output): string {
  const dim = (text: string): string => out.paint('dim', text);
  const parts: Part[] = [
    { text: minuteText(hit.at) || 'no time' },
    { text: hit.agent, hides: true },
    { text: out.safe(hit.session.slice(0, 13)) },
    homePart(hit, out),
  ];
  const place: Part = {
    text: out.safe(`${hit.path.split(/[/\\]/).at(-1) ?? ''}:${hit.line}`),
    paint: dim,
    hides: true,
  };
  const widthOf = (all: readonly Part[]): number => all.reduce((sum, { text }) => sum + cells(text) + 2, -2);
  const isWide = widthOf([...parts, place]) <= out.width;
  const shown = isWide ? parts : parts.filter(({ hides }) => hides !== true);
  const room = out.width - widthOf(isWide ? [...parts, place] : shown) - 2;
  if (hit.call !== null && room >= LEAST_SUMMARY) shown.push({ text: fitCells(out.safe(hit.call.call.summary), room) });
  if (isWide) shown.push(place);
  if (room < 0) return fitCells(shown.map(({ text }) => text).join('  '), out.width);
  return shown.map(({ text, paint = (plain) => plain }) => paint(text)).join('  ');
}

/** A shorter summary is useless. */
const LEAST_SUMMARY = 12;

function copiesText(hit: SearchHit, copies: NonNullable<SearchHit['copies']>, out: Output): string {
  const names = copies.slice(0, 3).map(({ session, path, line }) => {
    const place = session === hit.session ? path : session.slice(0, 13);
    return `${out.safe(place)}:${line}`;
  });
  const more = copies.length > names.length ? ` and ${copies.length - names.length} more` : '';
  return `copied into ${names.join(', ')}${more}`;
}

function summary({ end, bytesRead, durationMs, unreadable }: SearchReport, hits: number, hasMore: boolean): string {
  const missed = unreadable === 0 ? '' : ` ${plural(unreadable, 'file')} could not be read.`;
  const reason = hasMore ? 'There are more: --limit 0 shows all.' : ENDS[end];
  const told = `${plural(hits, 'hit')} (${formatBytes(bytesRead)} read in ${Math.round(durationMs)} ms).`;
  return `${told}${missed}${reason === undefined ? '' : ` ${reason}`}`;
}

export function searchLibrary(invocation: Invocation): Promise<number> {
  const { positionals, options, out } = invocation;
  const query = positionals.join(' ');
  if (query.trim() === '') {
    throw new AppError('bad-usage', 'search needs a text.', { hint: 'See toolscope search --help.' });
  }
  const limit = limitFrom(invocation, LIMITS.search);
  const { by = 'hit' } = options;
  if (by !== 'hit' && by !== 'session') {
    throw new AppError('bad-usage', '--by takes hit or session.', { hint: 'hit, newest first, is the default.' });
  }
  if (by === 'session') return searchSessions(invocation, query, limit);
  return withLibrary(invocation, async ({ index, places }) => {
    const search = new LibrarySearch(index.questions, index.open);
    let count = 0;
    let hasMore = false;
    let report: SearchReport | undefined;
    const found = search.hits({ query, places }, (end) => {
      report = end;
    });
    for await (const { hit } of found) {
      hasMore = count === limit;
      if (hasMore) break;
      count++;
      if (options['json'] === true) await out.line(terminalJson(hitRecord(hit)));
      else {
        await out.line(heading(hit, out));
        for (const line of prose(`  ${marked(hit, out)}`, out)) await out.line(line);
        if (hit.copies !== undefined) await out.line(out.paint('dim', `  ${copiesText(hit, hit.copies, out)}`));
      }
    }
    if (report !== undefined) out.note(summary(report, count, hasMore));
    if (count === 0 && hasSeveralWords(query) && options['json'] !== true)
      out.note('A hit has all of the words; --by session finds them in different places, too.');
    return count === 0 ? 1 : 0;
  });
}
