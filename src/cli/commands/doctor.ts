// Owns `toolscope doctor`: whether the logs are found and read in full, and what is the matter where they are not.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import type { Command } from '../command.ts';
import { type Diagnosis, diagnose } from '../diagnosis.ts';
import { doctorText } from '../doctor-text.ts';
import { LIBRARY_OPTIONS, LIMIT_OPTION, limitFrom } from '../open-library.ts';

const USUAL = 10;

/** As it leaves the program: without the list of files, instants as text. */
function recordOf({ health, vanishing, ...rest }: Diagnosis): Readonly<Record<string, unknown>> {
  const { files, versions, ...read } = health;
  return {
    ...rest,
    files: files.length,
    goneFiles: files.filter(({ isGone }) => isGone).length,
    ...read,
    versions: versions.map((seen) => ({ ...seen, lastAt: formatInstant(seen.lastAt) })),
    vanishing: vanishing.map((session) => ({ ...session, at: formatInstant(session.at) })),
  };
}

export const doctor: Command = {
  usage: '[options]',
  options: {
    json: { type: 'boolean', help: 'One JSON object, with everything.' },
    root: LIBRARY_OPTIONS.root,
    limit: { ...LIMIT_OPTION, help: 'At most so many rows per list; 0 for all.' },
  },
  examples: [
    { line: 'doctor', does: "every agent's own folders" },
    { line: 'doctor --root logs', does: 'logs that lie elsewhere' },
    { line: 'doctor --json', does: 'for a script, or to attach to a report' },
  ],
  notes: [
    'Exit status: 0 when all is well, 1 when something needs attention; the last line says what. Records that Toolscope does\n' +
      'not know yet are kept and shown as they are. Where the index cannot be used, the logs are read without it.',
  ],
  async run(invocation) {
    const { out, options } = invocation;
    const limit = limitFrom(invocation, USUAL);
    const diagnosis = await diagnose(invocation, Date.now());
    if (options['json'] === true) await out.line(terminalJson(recordOf(diagnosis)));
    else for (const line of doctorText(diagnosis, out, limit)) await out.line(line);
    return diagnosis.attention.length === 0 ? 0 : 1;
  },
};
