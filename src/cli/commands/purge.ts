// Usage of `toolscope purge`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, STORE_OPTIONS, YES_OPTION } from '../library-options.ts';

export const purge: Command = {
  usage: '[options]',
  options: {
    gone: { type: 'boolean', help: 'Sessions whose logs are gone, and copies of logs that were replaced.' },
    'older-than': { type: 'string', value: 'time', help: 'Sessions that have been silent for this long: 90d, 12w.' },
    project: {
      type: 'string',
      value: 'folder',
      help: 'Sessions of this project: its folder, its name, or a folder above it.',
    },
    all: { type: 'boolean', help: 'Everything.' },
    told: { type: 'boolean', help: 'Move what hooks reported about sessions whose logs are gone into the archive.' },
    rap: { type: 'boolean', help: 'RAP threads closed more than 30 days ago, or --older-than.' },
    'dry-run': { type: 'boolean', help: 'Only say what would be deleted.' },
    yes: YES_OPTION,
    json: { type: 'boolean', help: 'Print one JSON object.' },
    root: LIBRARY_OPTIONS.root,
    ...STORE_OPTIONS,
  },
  examples: [
    { line: 'purge', does: 'how much there is, and how much could be deleted' },
    {
      line: 'purge --gone --older-than 90d',
      does: 'sessions whose logs are gone and that have been silent for 90 days',
    },
    { line: 'purge --project secret-thing --yes', does: 'copies of one project, without asking' },
    { line: 'purge --all', does: 'all copies' },
    { line: 'purge --told --rap --dry-run', does: 'what Toolscope received itself and no longer needs' },
  ],
  notes: [
    'The archive holds compressed copies of the indexed logs. A session whose logs are gone is removed from the index too,\n' +
      'and nothing of it is left. If its logs are still there, only the copies are deleted; they are not made again, but\n' +
      'anything later added to those logs is copied unless --no-archive or TOOLSCOPE_NO_ARCHIVE=1 is set.',
    '--told and --rap concern what Toolscope received itself, and only what is older than 30 days (or --older-than). Hook\n' +
      'reports about a session leave the inbox once all of them are in the archive, and stay readable. RAP threads are\n' +
      'deleted for good, from the index too, except open ones, those with open ones below them, and the newest.',
  ],
  run: async (invocation) => (await import('../actions/purge.ts')).purgeArchive(invocation),
};
