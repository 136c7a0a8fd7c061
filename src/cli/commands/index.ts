// `toolscope index`: updates or rebuilds the index.

import { terminalJson } from '../../base/terminal.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import type { IndexReport } from '../../library/indexer.ts';
import type { Command } from '../command.ts';
import type { ArchiveState } from '../keep-archive.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import { prose } from '../prose.ts';
import { roomText } from '../room-text.ts';

function sessionsText({ added, continued, rebuilt, unchanged }: IndexReport['sessions']): string {
  return (
    `${formatCount(added)} new, ${formatCount(continued)} continued, ${formatCount(rebuilt)} read again, ` +
    plural(unchanged, 'unchanged session')
  );
}

/** One line: the size of the archive, compared with what it holds. */
function archiveLine(state: ArchiveState | undefined, isKept: boolean): string {
  if (state === undefined) return 'There is no archive: logs that agents delete will be lost.';
  const kept = isKept ? '' : ' Nothing was added to it.';
  return (
    `In the archive: ${plural(state.files, 'file')}, ${formatBytes(state.rawBytes)} kept in ` +
    `${roomText(state.diskBytes, { bytes: state.rawBytes, name: 'that' })}.${kept}`
  );
}

export const index: Command = {
  usage: '[options]',
  options: {
    ...LIBRARY_OPTIONS,
    rebuild: { type: 'boolean', help: 'Delete the index and build it again from the logs.' },
  },
  examples: [
    { line: 'index', does: 'every log on this machine' },
    { line: 'index --root logs --root more-logs', does: 'logs under two folders' },
    { line: 'index --rebuild', does: 'from scratch' },
  ],
  notes: [
    'The index contains nothing that is not in the logs, except what was read from logs that have since been deleted. It is in\n' +
      "$TOOLSCOPE_HOME, or else in your platform's data folder.",
    'Next to it is the archive: compressed copies of the indexed logs, so that calls stay readable after agents delete\n' +
      'their logs. --no-archive, TOOLSCOPE_NO_ARCHIVE=1 or "archive": false in settings.json adds nothing to it; toolscope purge\n' +
      'deletes from it.',
  ],
  async run(invocation) {
    const { out, options } = invocation;
    // Loaded here, so that help and completion stay fast.
    const { withLibrary } = await import('../open-library.ts');
    const { archiveState } = await import('../keep-archive.ts');
    const { wantsArchive } = await import('../wants-archive.ts');
    const { dataFolder } = await import('../../store/data-folder.ts');
    const started = performance.now();
    return withLibrary(
      invocation,
      async ({ index: { questions }, report, archive }) => {
        if (report === null) {
          out.note('toolscope: another Toolscope is running and keeps the index up to date: there is nothing to do.');
          return 0;
        }
        const seconds = (performance.now() - started) / 1000;
        await archive();
        const totals = await questions.health.totals();
        const copies = archiveState(dataFolder());
        const { files, bytes, sessions, renamed, gone, found } = report;
        if (options['json'] === true) {
          const unclaimed = found.unclaimed.length;
          await out.line(
            terminalJson({
              files,
              bytes,
              seconds,
              sessions,
              renamed,
              gone,
              unclaimed,
              totals,
              archive: copies ?? null,
            }),
          );
          return 0;
        }
        const speed = seconds > 0 && bytes > 0 ? ` at ${formatBytes(Math.round(bytes / seconds))}/s` : '';
        const lines = [
          `${plural(files, 'file')} read, ${formatBytes(bytes)}${speed}: ${sessionsText(sessions)}.`,
          renamed + gone > 0 ? `${plural(renamed, 'file')} renamed, ${formatCount(gone)} gone.` : '',
          found.unclaimed.length > 0
            ? `${plural(found.unclaimed.length, 'file')} skipped: not the log of an agent Toolscope knows.`
            : '',
          `In the index: ${plural(totals.sessions, 'session')}, ${plural(totals.calls, 'call')}, ${plural(totals.files, 'file')}; ` +
            `${roomText(totals.indexBytes, { bytes: totals.logBytes, name: 'the logs' })}.`,
          archiveLine(copies, wantsArchive(invocation)),
        ];
        for (const line of lines) if (line !== '') for (const part of prose(line, out)) await out.line(part);
        return 0;
      },
      { rebuild: options['rebuild'] === true, mustWrite: options['rebuild'] === true },
    );
  },
};
