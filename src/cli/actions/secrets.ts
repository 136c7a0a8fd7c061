// `toolscope secrets`: reads the logs of all matching sessions, and lists the secrets as they are found.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { spilledOutputs } from '../../reading/spilled-output.ts';
import { openRedactor } from '../../redaction/open-redactor.ts';
import { type LogSecret, secretsIn } from '../../search/log-secrets.ts';
import type { SessionCursor, SessionPage } from '../../store/questions/sessions.ts';
import { TOOL_FAMILIES } from '../../tools/traits.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { filterFrom } from '../filter-from.ts';
import { limitFrom } from '../library-options.ts';
import { type Library, withLibrary } from '../open-library.ts';
import { PagedTable } from '../print-table.ts';
import { ProgressLine } from '../progress-line.ts';
import type { Column } from '../table.ts';
import { minuteText } from '../when-text.ts';

const COLUMNS: readonly Column[] = [
  { title: 'WHEN' },
  { title: 'KIND', max: 24 },
  { title: 'VALUE', hides: 'late' },
  { title: 'TIMES', align: 'right' },
  { title: 'SESSION' },
  { title: 'PLACE', grows: true, wants: 32, keeps: 'end' },
];

const PAGE = 500;

interface SessionLogs {
  readonly agent: string;
  readonly session: string;
  readonly logs: readonly { readonly path: string; readonly bytes: number }[];
}

/** Newest first. */
async function logsOf({ index: { questions }, places }: Library, invocation: Invocation): Promise<SessionLogs[]> {
  const { sessions } = questions;
  const question = { filter: filterFrom(invocation), places, families: TOOL_FAMILIES };
  const all: SessionLogs[] = [];
  for (let after: SessionCursor | null = null; ; ) {
    const page: SessionPage = await sessions.page(question, { limit: PAGE, after });
    for (const { agent, id } of page.sessions) {
      all.push({ agent, session: id, logs: await sessions.sources({ agent, id }) });
    }
    if (page.next === null) return all;
    after = page.next;
  }
}

function rowOf(secret: LogSecret, session: string, out: Invocation['out']): { readonly cells: string[] } {
  const place = `${secret.path}:${secret.line}`;
  const times = secret.count === 1 ? '' : formatCount(secret.count);
  return {
    cells: [minuteText(secret.at), secret.kind, out.safe(secret.masked), times, out.safe(session), out.safe(place)],
  };
}

export function listSecrets(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, LIMITS.secrets);
  const isJson = options['json'] === true;
  return withLibrary(invocation, async (library) => {
    const sessions = await logsOf(library, invocation);
    const logs = sessions.flatMap((session) => session.logs);
    const total = { files: logs.length, bytes: logs.reduce((sum, log) => sum + log.bytes, 0) };
    const progress = new ProgressLine(process.stderr, total);
    const redactor = openRedactor({ secretsOnly: true });
    const table = new PagedTable(out, COLUMNS);
    const seen = { secrets: 0, sessions: 0, bytes: 0, unreadable: 0 };
    try {
      for (const { agent, session, logs: own } of sessions) {
        const paths = own.map(({ path }) => path);
        const seenFolders = new Set<string>();
        const report = await secretsIn(paths, {
          open: library.index.open,
          outputs: paths.flatMap((path) => spilledOutputs(path, session, seenFolders)),
          redactor,
          onFile: (bytes) => progress.file(bytes),
        });
        seen.bytes += report.bytes;
        seen.unreadable += report.unreadable;
        if (report.secrets.length > 0) seen.sessions++;
        const [id = session] = await library.index.questions.sessions.shortIds([session]);
        for (const secret of report.secrets) {
          seen.secrets++;
          if (seen.secrets > limit) continue;
          if (isJson) await out.line(terminalJson({ ...secret, at: formatInstant(secret.at), agent, session }));
          else await table.add(rowOf(secret, id, out));
        }
      }
    } finally {
      progress.done();
    }
    await table.end();
    const more = seen.secrets > limit ? ` ${limit} are shown; --limit 0 shows all.` : '';
    const missed =
      seen.unreadable === 0 ? '' : ` ${plural(seen.unreadable, 'file or line', 'files or lines')} could not be read.`;
    const found = `${plural(seen.secrets, 'secret')} in ${plural(seen.sessions, 'session')}`;
    out.note(`toolscope: ${found} (${formatBytes(seen.bytes)} read, rules ${redactor.version}).${more}${missed}`);
    return seen.secrets === 0 ? 1 : 0;
  });
}
