// Usage of `toolscope share`.

import type { Command } from '../command.ts';
import { GIVEN_AWAY_OPTIONS } from '../library-options.ts';

export const share: Command = {
  usage: '<session> [options]',
  options: {
    format: { type: 'string', value: 'html|md|bundle', help: 'What to write (html).' },
    turn: { type: 'string', value: 'n|n..m', help: 'Only these turns.' },
    call: { type: 'string', value: 'id', help: 'Only this call.' },
    mask: { type: 'string', multiple: true, value: 'text', help: 'Mask this text too, wherever it is. Repeatable.' },
    'no-images': { type: 'boolean', help: 'Leave out images: what they show is not checked for secrets.' },
    ...GIVEN_AWAY_OPTIONS,
  },
  examples: [
    { line: 'share 4f1c -o session.html', does: 'for a colleague: opens in any browser, without a network' },
    { line: 'share 4f1c --format md', does: 'for an issue or a pull request' },
    { line: 'share 4f1c --format bundle -o session.toolscope.zip', does: 'its records, for another Toolscope' },
    { line: 'share 4f1c --turn 3..5 -o part.html', does: 'three turns of it' },
  ],
  notes: [
    'html is one file with the verdict, what was said, and every call in its view. It loads nothing and is read without scripts;\n' +
      'the one it has filters and expands. It follows the light or dark theme of its reader, and can be printed.',
    'bundle is a zip file with the redacted records and the calls made from them. Toolscope opens it like any log:\n' +
      'toolscope serve --root session.toolscope.zip, or drop it on the list of sessions.',
    'Secrets, home directories, user names, e-mail addresses and private hosts are masked with asterisks; what cannot be\n' +
      'checked is left out. Images are included without their metadata, but what they show is not checked.\n' +
      'docs/share.md says what is in the file and what is not.',
  ],
  run: async (invocation) => (await import('../actions/share.ts')).shareSession(invocation),
};
