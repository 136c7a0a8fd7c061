// Reading the logs of each agent to calls, next to JSON.parse of the same files.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../fixtures.ts';
import { ALL_AGENTS } from '../generate/library.ts';
import type { Measure, Row } from '../measure.ts';
import { doWork, type WorkReport } from '../meter/work.ts';

/** Without the bytes: the table would compare them with JSON.parse of the made-up library. */
export function agentRow(agent: string, parsed: WorkReport, read: WorkReport): Row {
  const { bytes: _, ...reading } = read;
  const size = `${(parsed.bytes / 1e6).toFixed(0)} MB`;
  return {
    id: `agent:${agent}`,
    title: `inspect ${size} of ${agent}, beside JSON.parse of the same`,
    ...reading,
    ofBare: parsed.cpuMs / read.cpuMs,
    counted: 'calls',
  };
}

export const agents: Measure = {
  id: 'agents',
  needs: [],
  rounds: 'once',
  async run({ scale, scratch }) {
    const rows: Row[] = [];
    // All of them together are as large as the library. With less, the ratio is that of a cold program.
    const bytes = Math.round(scale.bytes / ALL_AGENTS.length);
    for (const agent of ALL_AGENTS) {
      const folder = join(scratch, agent);
      await generate(folder, ['--agents', agent, '--bytes', String(bytes)]);
      rows.push(agentRow(agent, await doWork('json-parse', folder), await doWork('inspect', folder)));
      rmSync(folder, { recursive: true, force: true });
    }
    return rows;
  },
};
