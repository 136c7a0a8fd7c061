// `toolscope search --by session`: sessions ranked, each with its best hit.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatBytes, plural } from '../../base/units.ts';
import { LibrarySearch } from '../../search/library-search.ts';
import type { SessionGroup, SessionsFound } from '../../search/session-search.ts';
import type { Invocation } from '../command.ts';
import { withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { prose } from '../prose.ts';
import { ENDS, hitRecord, marked } from '../search-text.ts';
import { fitCells } from '../table.ts';
import { minuteText } from '../when-text.ts';

const SHOWN_ALIKE = 3;

function groupRecord({ best, at, lastAt, alike, ...group }: SessionGroup): unknown {
  return {
    ...group,
    at: formatInstant(at),
    lastAt: formatInstant(lastAt),
    best: hitRecord(best),
    alike: alike.map((session) => ({ ...session, lastAt: formatInstant(session.lastAt) })),
  };
}

/** Where the best hit is: in a call's part, or in a kind of message. */
function homeOf({ best, role }: SessionGroup): string {
  return best.call === null ? (best.said ?? role) : `${best.call.call.tool} ${best.call.part}`;
}

function hitsText({ hits, hasMoreHits }: SessionGroup): string {
  return hasMoreHits ? `${plural(hits, 'hit')} or more` : plural(hits, 'hit');
}

async function print(group: SessionGroup, out: Output): Promise<void> {
  const { at, agent, session, title, alike, isTogether } = group;
  const start = `${minuteText(at) || 'no time'}  ${out.safe(agent)}  ${out.safe(session.slice(0, 13))}  `;
  const room = Math.max(12, out.width - start.length);
  await out.line(start + out.paint('bold', fitCells(out.safe(title ?? 'without a title'), room)));
  const told = `${out.safe(homeOf(group))} · ${hitsText(group)}${isTogether ? '' : ' · words in different records'}`;
  await out.line(out.paint('dim', `  ${told}`));
  for (const line of prose(`  ${marked(group.best, out)}`, out)) await out.line(line);
  if (alike.length === 0) return;
  const names = alike.slice(0, SHOWN_ALIKE).map((other) => out.safe(other.session.slice(0, 13)));
  const more = alike.length > names.length ? ` and ${alike.length - names.length} more` : '';
  await out.line(out.paint('dim', `  the same in ${names.join(', ')}${more}`));
}

function summary({ total, lookedInto, mayHold, report }: SessionsFound, shown: number): string {
  const read = `${formatBytes(report.bytesRead)} read in ${Math.round(report.durationMs)} ms`;
  const more = shown < total ? ' There are more: --limit 0 shows all.' : '';
  const left = lookedInto < mayHold ? ` Only ${lookedInto} of ${mayHold} candidate sessions were searched.` : '';
  const missed = report.unreadable === 0 ? '' : ` ${plural(report.unreadable, 'file')} could not be read.`;
  const end = ENDS[report.end];
  return `${plural(total, 'session')} (${read}).${more}${left}${missed}${end === undefined ? '' : ` ${end}`}`;
}

export function searchSessions(invocation: Invocation, query: string, limit: number): Promise<number> {
  const { options, out } = invocation;
  return withLibrary(invocation, async ({ index, places }) => {
    const search = new LibrarySearch(index.questions, index.open);
    const found = await search.sessions({ query, places, limit, workBytes: Number.POSITIVE_INFINITY });
    for (const group of found.groups) {
      if (options['json'] === true) await out.line(terminalJson(groupRecord(group)));
      else await print(group, out);
    }
    out.note(summary(found, found.groups.length));
    return found.groups.length === 0 ? 1 : 0;
  });
}
