// Who is compared, and who is not.

import { ccusage } from './ccusage.ts';
import { claudeCodeTranscripts } from './claude-code-transcripts.ts';
import { claudeReplay } from './claude-replay.ts';
import { codeburn } from './codeburn.ts';
import { duckdb } from './duckdb.ts';
import { grep } from './grep.ts';
import type { LeftOut, Peer } from './peer.ts';
import { toolscopeRows } from './toolscope.ts';

export const peers: readonly Peer[] = [
  ...toolscopeRows,
  ccusage,
  codeburn,
  claudeReplay,
  claudeCodeTranscripts,
  duckdb,
  grep,
];

export const leftOut: readonly LeftOut[] = [
  { name: 'tokscale', version: '1.4.3', reason: 'ends with an error when it cannot fetch prices from the network' },
  {
    name: 'claude-run',
    version: '0.3.0',
    reason: 'shows one session at a time in a browser; answers nothing about all',
  },
  {
    name: 'agentsview, claude-devtools, claude-code-viewer, claude-code-history-viewer, cass, claude-code-log, sniffly',
    version: '–',
    reason: 'not in the npm registry (binaries, desktop applications, Python)',
  },
];
