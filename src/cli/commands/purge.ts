// Owns how `toolscope purge` is called: throws copies of logs away.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const purge: Command = {
  usage: '[options]',
  options: {
    gone: { type: 'boolean', help: 'Sessions whose logs are gone, and copies of logs that were replaced.' },
    'older-than': { type: 'string', value: 'time', help: 'Sessions that said nothing for so long: 90d, 12w.' },
    project: {
      type: 'string',
      value: 'folder',
      help: 'Sessions of this project: its folder, its name, or a folder above.',
    },
    all: { type: 'boolean', help: 'Everything.' },
    told: { type: 'boolean', help: 'What hooks told of sessions whose logs are gone: it moves into the archive.' },
    rap: { type: 'boolean', help: 'RAP threads that were closed 30 days ago, or --older-than.' },
    'dry-run': { type: 'boolean', help: 'Only say what would go.' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask.' },
    json: { type: 'boolean', help: 'One JSON object.' },
    root: LIBRARY_OPTIONS.root,
  },
  examples: [
    { line: 'purge', does: 'how much there is, and how much would go' },
    { line: 'purge --gone --older-than 90d', does: 'what is gone and old; all of several wishes must fit' },
    { line: 'purge --project secret-thing --yes', does: 'copies of one project, without asking' },
    { line: 'purge --all', does: 'all copies' },
    { line: 'purge --told --rap --dry-run', does: 'what Toolscope received itself and no longer needs' },
  ],
  notes: [
    'The archive holds packed copies of the logs that were indexed. A session whose logs are gone goes from the index as\n' +
      'well: nothing of it is left then. Of a session whose logs are still there only the copies go. They are not made\n' +
      'again, but what is added to such a log later is copied; --no-archive or TOOLSCOPE_NO_ARCHIVE=1 prevents that.',
    '--told and --rap are about what Toolscope received itself, and of both only what is older than 30 days or than\n' +
      '--older-than. What hooks told of a session leaves the inbox when all of it is in the archive, and stays readable. RAP\n' +
      'threads go for good, from the index too; open ones and those with open ones below them stay, and so does the newest.',
  ],
  run: async (invocation) => (await import('../actions/purge.ts')).purgeArchive(invocation),
};
