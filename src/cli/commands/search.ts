// Owns `toolscope search`: any text in any log, newest first, with the place it stands.

import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatBytes, plural } from '../../base/units.ts';
import type { LogHit } from '../../ingest/search-logs.ts';
import type { SearchReport } from '../../ingest/text/search-budget.ts';
import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, LIMIT_OPTION, limitFrom } from '../library-options.ts';
import type { Output } from '../output.ts';

const USUAL = 20;

/** The snippet with what was looked for in bold. */
function marked({ snippet }: LogHit, out: Output): string {
  let text = '';
  let at = 0;
  for (const [start, end] of snippet.highlights) {
    text += out.safe(snippet.text.slice(at, start)) + out.paint('bold', out.safe(snippet.text.slice(start, end)));
    at = end;
  }
  return text + out.safe(snippet.text.slice(at));
}

function heading(hit: LogHit, out: Output): string {
  const when = formatInstant(hit.at)?.slice(0, 16).replace('T', ' ') ?? 'no time';
  const place = `${hit.path.split(/[/\\]/).at(-1) ?? ''}:${hit.line}`;
  return `${when}  ${hit.agent}  ${out.safe(hit.session.slice(0, 13))}  ${out.paint('dim', out.safe(`${place} ${hit.pointer ?? ''}`))}`;
}

const ENDS: Partial<Record<SearchReport['end'], string>> = {
  limit: '--limit 0 shows all.',
  'scan-limit': 'So short a text would mean reading everything: give three letters or more.',
  'time-limit': 'The search took too long and was stopped.',
  runaway: 'The regular expression took too long and was stopped.',
};

export const search: Command = {
  usage: '<text…>',
  options: { limit: LIMIT_OPTION, ...LIBRARY_OPTIONS },
  examples: [
    { line: 'search ECONNREFUSED', does: 'a word, also inside longer ones' },
    { line: `search '"permission denied" src/lib'`, does: 'a phrase and a piece of a path, in one record' },
    { line: 'search "/TODO\\(\\w+\\)/" --json', does: 'a regular expression, as NDJSON' },
  ],
  notes: [
    'All terms must stand in one record. ASCII letters match in either case. word* matches only where a word starts.',
  ],
  async run(invocation) {
    const { positionals, options, out } = invocation;
    const query = positionals.join(' ');
    if (query.trim() === '')
      throw new AppError('bad-usage', 'search needs a text.', { hint: 'See toolscope search --help.' });
    // Loaded now: help and completion should not wait for it.
    const [{ searchLogs }, { placesFor }] = await Promise.all([
      import('../../ingest/search-logs.ts'),
      import('../open-library.ts'),
    ]);
    const reports: SearchReport[] = [];
    const limit = limitFrom(invocation, USUAL);
    let hits = 0;
    for await (const hit of searchLogs(placesFor(invocation), {
      query,
      limit,
      onEnd: (report) => reports.push(report),
    })) {
      hits++;
      if (options['json'] === true) await out.line(terminalJson({ ...hit, at: formatInstant(hit.at) }));
      else {
        await out.line(heading(hit, out));
        await out.line(`  ${marked(hit, out)}`);
      }
    }
    for (const { end, bytesRead, durationMs, unreadable } of reports) {
      const reason = ENDS[end];
      const missed = unreadable === 0 ? '' : ` ${plural(unreadable, 'file')} could not be read.`;
      out.note(
        `${plural(hits, 'hit')} (${formatBytes(bytesRead)} read in ${Math.round(durationMs)} ms).${missed}${reason === undefined ? '' : ` ${reason}`}`,
      );
    }
    return hits === 0 ? 1 : 0;
  },
};
