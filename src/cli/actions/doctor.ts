// `toolscope doctor`: whether logs are found and read in full, and if not, why.

import type { WholeCheck } from '../../archive/check-archive.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { type Diagnosis, diagnose } from '../diagnosis.ts';
import { doctorText } from '../doctor-text.ts';
import { limitFrom } from '../library-options.ts';
import { prose } from '../prose.ts';

function checkRecord({
  file: _,
  offset: __,
  startedAt,
  finishedAt,
  ...rest
}: WholeCheck): Readonly<Record<string, unknown>> {
  return { startedAt: formatInstant(startedAt), finishedAt: formatInstant(finishedAt), ...rest };
}

/** For JSON: without the list of files, instants as text. */
function recordOf({ health, vanishing, archive, ...rest }: Diagnosis): Readonly<Record<string, unknown>> {
  const { files, versions, ...read } = health;
  return {
    ...rest,
    archive: { ...archive, check: archive.check === null ? null : checkRecord(archive.check) },
    files: files.length,
    goneFiles: files.filter(({ isGone }) => isGone).length,
    ...read,
    versions: versions.map((seen) => ({ ...seen, lastAt: formatInstant(seen.lastAt) })),
    vanishing: vanishing.map((session) => ({ ...session, at: formatInstant(session.at) })),
  };
}

export async function examineLibrary(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, LIMITS.doctor);
  const diagnosis = await diagnose(invocation, Date.now());
  if (options['json'] === true) await out.line(terminalJson(recordOf(diagnosis)));
  else for (const line of doctorText(diagnosis, out, limit).flatMap((text) => prose(text, out))) await out.line(line);
  return diagnosis.attention.length === 0 ? 0 : 1;
}
