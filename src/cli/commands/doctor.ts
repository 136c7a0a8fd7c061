// Usage of `toolscope doctor`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, LIMIT_OPTION, STORE_OPTIONS } from '../library-options.ts';

export const doctor: Command = {
  usage: '[options]',
  options: {
    json: { type: 'boolean', help: 'Print everything as one JSON object.' },
    root: LIBRARY_OPTIONS.root,
    'no-archive': LIBRARY_OPTIONS['no-archive'],
    ...STORE_OPTIONS,
    'max-line': LIBRARY_OPTIONS['max-line'],
    verify: {
      type: 'boolean',
      help: 'Check every part of the archive by its checksum, and restore what the logs still have.',
    },
    limit: { ...LIMIT_OPTION, help: 'Maximum rows per list; 0 for all.' },
  },
  examples: [
    { line: 'doctor', does: "every agent's own folders" },
    { line: 'doctor --root logs', does: 'logs kept elsewhere' },
    { line: 'doctor --verify', does: 'check the archive as a whole' },
    { line: 'doctor --json', does: 'for a script, or to attach to a report' },
  ],
  notes: [
    'Exit status: 0 when all is well, 1 when something needs attention; the last line says what. Records that Toolscope does\n' +
      'not know yet are kept and shown as they are; results that only general rules explain need no attention. If the index\n' +
      'cannot be used, the logs are read directly.',
    'While toolscope serve runs it checks the archive slowly, once a week; doctor reports what the last check found.',
  ],
  run: async (invocation) => (await import('../actions/doctor.ts')).examineLibrary(invocation),
};
