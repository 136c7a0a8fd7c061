// Usage of `toolscope secrets`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const secrets: Command = {
  usage: '[filter] [options]',
  options: { limit: limitOption(LIMITS.secrets), ...LIBRARY_OPTIONS },
  examples: [
    { line: 'secrets', does: 'reads every log; newest sessions first' },
    { line: 'secrets since:30d project:orchard', does: 'only the logs of sessions that match a filter' },
    { line: 'secrets --limit 0 --json', does: 'all of them, as NDJSON' },
  ],
  notes: [
    'Agents log what they read and run, so keys and passwords end up in logs. This lists them, masked, so that\n' +
      'they can be replaced. A secret is listed once per session, with the first place it is in.',
    'The exit status is 0 when something was found, and 1 when nothing was. docs/redaction.md says what is looked for.',
  ],
  run: async (invocation) => (await import('../actions/secrets.ts')).listSecrets(invocation),
};
