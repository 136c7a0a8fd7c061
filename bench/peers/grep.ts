// grep: every tool request in the raw lines.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from './peer.ts';

export const grep: Peer = {
  name: 'grep',
  version: '–',
  does: '-o "type":"tool_use": nothing but their number',
  agents: ['claude-code'],
  packages: {},
  async run(stage) {
    const outputFile = join(stage.output, 'lines');
    const logs = join(stage.home, '.claude/projects');
    const metered = await stage.run('grep', ['-rhoF', '"type":"tool_use"', logs], { outputFile });
    return { metered, found: { calls: readFileSync(outputFile, 'utf8').split('\n').length - 1, errors: null } };
  },
};
