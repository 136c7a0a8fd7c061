// The demo's logs as lines of JSON, with the format of each: one session of every agent that the registry knows. A new agent joins
// the tests that use them by joining the demo.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import type { Format } from '../../src/formats/format.ts';
import { formats } from '../../src/formats/registry.ts';
import { startDemo } from '../../src/server/demo/start-demo.ts';
import { discover } from '../../src/sources/discover.ts';
import { parseLine } from '../../src/sources/json-lines/parse-line.ts';
import { readLines } from '../../src/sources/json-lines/read-lines.ts';
import { isRendered } from '../../src/sources/kinds/open-source.ts';

export interface DemoLog {
  readonly format: Format;
  /** Below the folder of the logs. */
  readonly file: string;
  readonly text: string;
  /** It is a file of lines, which grows at its end. */
  readonly isLines: boolean;
  readonly records: readonly JsonObject[];
}

/** Agents that write logs of their own; of the older OpenCode no one starts a session any more, so the demo has none. */
export const WRITING_AGENTS = formats.filter(({ isReceived, agent }) => isReceived !== true && agent !== 'opencode-go');

export async function demoLogs(): Promise<DemoLog[]> {
  const demo = startDemo({ plays: false, now: () => Date.UTC(2026, 6, 1) });
  try {
    for (let i = 0; i < 4; i++) demo.step();
    const { logs } = await discover([demo.logFolder]);
    const made: DemoLog[] = [];
    for (const { path, format } of logs) {
      const records: JsonObject[] = [];
      await readLines(path, (line) => records.push(...parseLine(line, 0).records.map(({ record }) => record)));
      const isLines = !isRendered(path);
      made.push({ format, file: relative(demo.logFolder, path), text: readFileSync(path, 'utf8'), isLines, records });
    }
    return made;
  } finally {
    demo.close();
  }
}
