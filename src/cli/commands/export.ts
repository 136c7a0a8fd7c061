// Usage of `toolscope export`.

import type { Command } from '../command.ts';
import { GIVEN_AWAY_OPTIONS } from '../library-options.ts';

export const exportSession: Command = {
  usage: '<session> [options]',
  options: {
    format: { type: 'string', value: 'perfetto|otlp', help: 'What to write (perfetto).' },
    'no-summaries': {
      type: 'boolean',
      help: 'Leave out all text of the log: only structure, names, times, outcomes.',
    },
    ...GIVEN_AWAY_OPTIONS,
  },
  examples: [
    { line: 'export 4f1c -o trace.json', does: 'for ui.perfetto.dev or chrome://tracing' },
    { line: 'export 4f1c --format otlp -o spans.json', does: 'for Jaeger, Tempo and everything else that takes OTLP' },
    { line: 'export 4f1c --no-summaries | gzip > trace.json.gz', does: 'without any text of the session' },
  ],
  notes: [
    'perfetto is Chrome Trace Event JSON; otlp is OTLP/JSON with the OpenTelemetry conventions for generative AI.',
    'Neither contains inputs or results. Both contain summaries of calls, such as the beginning of a command, the beginnings\n' +
      'of prompts, the title and the paths of logs, unless --no-summaries is given.',
    'Secrets, home directories, user names, e-mail addresses and private hosts are masked with asterisks; standard error says\n' +
      'how many by which rule. docs/redaction.md says what is masked and what is not.',
    'docs/export.md says what each attribute means.',
  ],
  run: async (invocation) => (await import('../actions/export.ts')).exportTrace(invocation),
};
