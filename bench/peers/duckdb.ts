// DuckDB: a join of requests and results over the raw lines, as an engineer would write it. It knows nothing about copies, the
// meaning of failures or other agents' formats.

import { join } from 'node:path';
import { type Found, NOTHING_SAID, type Peer } from './peer.ts';

const SCRIPT = join(import.meta.dirname, 'duckdb-pairing.mjs');

export const duckdb: Peer = {
  name: 'DuckDB',
  version: '1.5.6-r.1',
  does: 'read_ndjson and a join: calls with their results',
  agents: ['claude-code'],
  packages: { '@duckdb/node-api': '1.5.6-r.1' },
  async run(stage) {
    const logs = join(stage.home, '.claude/projects');
    const metered = await stage.run(process.execPath, [SCRIPT, stage.installed, logs]);
    const found: Found = metered.status === 0 ? JSON.parse(metered.stdout) : NOTHING_SAID;
    return { metered, found };
  },
};
