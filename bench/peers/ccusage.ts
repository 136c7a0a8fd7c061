// ccusage: tokens and cost by session. It reads the lines with usage, and reports nothing about calls.

import { join } from 'node:path';
import { NOTHING_SAID, type Peer } from './peer.ts';

export const ccusage: Peer = {
  name: 'ccusage',
  version: '20.0.24',
  does: 'session --json: tokens and cost',
  agents: ['claude-code', 'codex'],
  packages: { ccusage: '20.0.24' },
  async run(stage) {
    const program = join(stage.installed, 'node_modules/.bin/ccusage');
    const metered = await stage.run(program, ['session', '--offline', '--json']);
    return { metered, found: NOTHING_SAID };
  },
};
