// claude-code-transcripts: everything as HTML; calls and errors are counted in the pages by their classes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Found, Peer } from './peer.ts';

const CALL = /class="(?:tool-use|file-tool|todo-list)[ "]/g;
const ERROR = /class="tool-result tool-error"/g;

function foundIn(folder: string): Found {
  let [calls, errors] = [0, 0];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/page-\d+\.html$/.test(name)) continue;
    const page = readFileSync(join(folder, name), 'utf8');
    calls += page.match(CALL)?.length ?? 0;
    errors += page.match(ERROR)?.length ?? 0;
  }
  return { calls, errors };
}

export const claudeCodeTranscripts: Peer = {
  name: 'claude-code-transcripts',
  version: '1.0.2',
  does: 'all --include-agents: HTML pages',
  agents: ['claude-code'],
  packages: { 'claude-code-transcripts': '1.0.2' },
  async run(stage) {
    const source = join(stage.home, '.claude/projects');
    const program = join(stage.installed, 'node_modules/.bin/claude-code-transcripts');
    const metered = await stage.run(program, ['all', '-s', source, '-o', stage.output, '--include-agents', '-q']);
    return { metered, found: foundIn(stage.output) };
  },
};
