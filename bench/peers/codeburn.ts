// codeburn: a report over all time as JSON, which counts calls by tool and by MCP server.

import { join } from 'node:path';
import { NEWER_NODE, newerNode } from './newer-node.ts';
import type { Found, Peer } from './peer.ts';

interface Report {
  readonly tools: readonly { readonly calls: number }[];
  readonly mcpServers: readonly { readonly calls: number }[];
}

function foundIn(stdout: string): Found {
  const { tools, mcpServers }: Report = JSON.parse(stdout);
  return { calls: [...tools, ...mcpServers].reduce((sum, { calls }) => sum + calls, 0), errors: null };
}

export const codeburn: Peer = {
  name: 'codeburn',
  version: '0.9.15',
  does: 'report --format json: tokens, cost, calls by tool',
  agents: ['claude-code', 'codex'],
  packages: { codeburn: '0.9.15', ...NEWER_NODE },
  async run(stage) {
    const script = join(stage.installed, 'node_modules/codeburn/dist/cli.js');
    const always = ['--from', '2000-01-01', '--to', '2099-12-31'];
    const metered = await stage.run(newerNode(stage), [script, 'report', '--format', 'json', ...always]);
    return { metered, found: metered.status === 0 ? foundIn(metered.stdout) : { calls: null, errors: null } };
  },
};
