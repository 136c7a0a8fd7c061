// What `toolscope share` does: one session as a file to give away, redacted.

import { existsSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { plural } from '../../base/units.ts';
import { gatherSession } from '../../server/share/gather-session.ts';
import { shareHtml } from '../../server/share/share-html.ts';
import { shareMarkdown } from '../../server/share/share-markdown.ts';
import { type TurnRange, turnsFrom } from '../../server/share/turns-from.ts';
import { ThreadLibrary } from '../../server/thread-library.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { findSession } from '../find-by-prefix.ts';
import { taken, writeNewFile, writePieces } from '../new-file.ts';
import { withLibrary } from '../open-library.ts';

const FORMATS = ['html', 'md'] as const;

function formatFrom({ options, out }: Invocation): (typeof FORMATS)[number] {
  const given = options['format'] ?? 'html';
  const format = FORMATS.find((name) => name === given);
  if (format !== undefined) return format;
  throw new AppError('bad-usage', `A session cannot be shared as ${out.safe(String(given))}.`, {
    hint: `--format is one of ${FORMATS.join(', ')}.`,
  });
}

function turnsOf({ options, out }: Invocation): TurnRange | undefined {
  const { turn } = options;
  if (typeof turn !== 'string') return undefined;
  const range = turnsFrom(turn);
  if (range !== undefined) return range;
  throw new AppError('bad-usage', `${out.safe(turn)} names no turns.`, { hint: '--turn 3, or --turn 3..5.' });
}

export async function shareSession(invocation: Invocation): Promise<number> {
  const { positionals, options, out } = invocation;
  const [prefix, ...others] = positionals;
  if (prefix === undefined || others.length > 0) {
    throw new AppError('bad-usage', 'share takes one session id, or the beginning of one.', {
      hint: 'toolscope ls lists sessions.',
    });
  }
  const format = formatFrom(invocation);
  const turns = turnsOf(invocation);
  const { output, call } = options;
  // Before anybody waits for the index.
  if (typeof output === 'string' && existsSync(output)) throw taken(output);
  return withLibrary(invocation, async (library) => {
    const { agent, id } = await findSession(library, prefix, out);
    const asked = new ThreadLibrary({ folder: dataFolder(), places: library.places, isDemo: false });
    try {
      const request = {
        agent,
        session: id,
        turns,
        callId: typeof call === 'string' ? call : undefined,
        allowSecrets: options['allow-secrets'] === true,
        images: options['no-images'] !== true,
      };
      const shared = await gatherSession(asked, request, new AbortController().signal);
      if (shared.turns.length === 0) throw new AppError('not-found', 'Nothing of the session fits --turn and --call.');
      const pieces = format === 'html' ? await shareHtml(shared) : [shareMarkdown(shared)];
      if (typeof output === 'string') {
        await writeNewFile(output, pieces);
        const entries = shared.turns.flatMap((turn) => turn.entries);
        const calls = entries.filter(({ kind }) => kind === 'call').length;
        out.note(`toolscope: ${plural(calls, 'call')} written to ${output}.`);
      } else await writePieces(pieces, (chunk) => out.bytes(chunk));
      if (shared.redaction === null) out.note('toolscope: not redacted: secrets and names are in it as in the log.');
      else out.note(`toolscope: ${shared.redaction}.`);
      return 0;
    } finally {
      await asked.close();
    }
  });
}
