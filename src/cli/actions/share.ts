// `toolscope share`: one session as a redacted file to share.

import { existsSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { plural } from '../../base/units.ts';
import { SHORTEST_TEXT } from '../../redaction/rules/named-texts.ts';
import type { ServedLibrary } from '../../server/served-library.ts';
import { gatherSession } from '../../server/share/gather-session.ts';
import type { ShareRequest } from '../../server/share/session-redactor.ts';
import { type Bundled, shareBundle } from '../../server/share/share-bundle.ts';
import { shareHtml } from '../../server/share/share-html.ts';
import { shareMarkdown } from '../../server/share/share-markdown.ts';
import { callsOf } from '../../server/share/shrink.ts';
import { type TurnRange, turnsFrom } from '../../server/share/turns-from.ts';
import { ThreadLibrary } from '../../server/thread-library.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { findSession } from '../find-by-prefix.ts';
import { taken, writeNewFile, writePieces } from '../new-file.ts';
import { withLibrary } from '../open-library.ts';
import { choiceOption, oneSession, textOptions } from '../option-values.ts';

const FORMATS = ['html', 'md', 'bundle'] as const;
type Format = (typeof FORMATS)[number];

function turnsOf({ options, out }: Invocation): TurnRange | undefined {
  const { turn } = options;
  if (typeof turn !== 'string') return undefined;
  const range = turnsFrom(turn);
  if (range !== undefined) return range;
  throw new AppError('bad-usage', `${out.safe(turn)} is not a range of turns.`, { hint: '--turn 3, or --turn 3..5.' });
}

function masksFrom(invocation: Invocation): readonly string[] {
  const texts = textOptions(invocation, 'mask');
  const short = texts.find((text) => text.trim().length < SHORTEST_TEXT);
  if (short === undefined) return texts;
  throw new AppError('bad-usage', `--mask takes texts of at least ${SHORTEST_TEXT} characters.`, {
    hint: 'Shorter ones are parts of ordinary words.',
  });
}

interface Shared {
  readonly pieces: Iterable<string> | AsyncIterable<Uint8Array>;
  /** Known after all pieces were written. */
  readonly told: () => Bundled;
}

async function bundled(library: ServedLibrary, request: ShareRequest): Promise<Shared> {
  let told: Bundled = { calls: 0, redaction: null, outputsLeftOut: 0 };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    told = yield* shareBundle(library, request, new AbortController().signal);
  }
  return { pieces: pieces(), told: () => told };
}

async function drawn(library: ServedLibrary, request: ShareRequest, format: Format): Promise<Shared> {
  const shared = await gatherSession(library, request, new AbortController().signal);
  if (shared.turns.length === 0) throw new AppError('not-found', 'Nothing in the session matches --turn and --call.');
  const pieces = format === 'html' ? await shareHtml(shared) : [shareMarkdown(shared)];
  return { pieces, told: () => ({ calls: callsOf(shared), redaction: shared.redaction, outputsLeftOut: 0 }) };
}

export async function shareSession(invocation: Invocation): Promise<number> {
  const { options, out } = invocation;
  const prefix = oneSession(invocation, 'share');
  const refusal = (given: string): string => `A session cannot be shared as ${given}.`;
  const format = choiceOption(invocation, 'format', FORMATS, refusal) ?? 'html';
  const turns = turnsOf(invocation);
  const mask = masksFrom(invocation);
  const { output, call } = options;
  if (format === 'bundle' && (turns !== undefined || call !== undefined)) {
    throw new AppError('bad-usage', 'A bundle always holds the whole session.', {
      hint: '--turn and --call work with html and md.',
    });
  }
  // Before waiting for the index.
  if (typeof output === 'string' && existsSync(output)) throw taken(output);
  return withLibrary(invocation, async (library) => {
    const { agent, id } = await findSession(library, prefix, out);
    const asked = await ThreadLibrary.open({ folder: dataFolder(), places: library.places, isDemo: false });
    try {
      const request = {
        agent,
        session: id,
        turns,
        callId: typeof call === 'string' ? call : undefined,
        allowSecrets: options['allow-secrets'] === true,
        images: options['no-images'] !== true,
        mask,
      };
      const shared = format === 'bundle' ? await bundled(asked, request) : await drawn(asked, request, format);
      if (typeof output === 'string') await writeNewFile(output, shared.pieces);
      else await writePieces(shared.pieces, (chunk) => out.bytes(chunk));
      const { calls, redaction, outputsLeftOut } = shared.told();
      if (typeof output === 'string') out.note(`toolscope: ${plural(calls, 'call')} written to ${output}.`);
      if (outputsLeftOut > 0) {
        out.note(
          `toolscope: ${plural(outputsLeftOut, 'output')} left out: too large, or could not be checked for secrets.`,
        );
      }
      if (redaction === null) out.note('toolscope: not redacted: secrets and names are in it as in the log.');
      else out.note(`toolscope: ${redaction}.`);
      return 0;
    } finally {
      await asked.close();
    }
  });
}
