// Reading real logs to calls, next to JSON.parse of the same folder: made-up logs only contain what someone thought of.

import { fixture, type Measure, type Row } from '../measure.ts';
import { doWork, type WorkReport } from '../meter/work.ts';

/** Without the bytes: the table would compare them with JSON.parse of the made-up library. */
export function realLogRows(parsed: WorkReport, read: WorkReport): Row[] {
  const { bytes: parsedBytes, ...parsing } = parsed;
  const { bytes: readBytes, ...reading } = read;
  const size = `${Math.round(parsedBytes / 1e6).toLocaleString('en-US')} MB of real logs`;
  return [
    { id: 'real-json-parse', title: `${size}: bare JSON.parse of every line`, ...parsing, counted: 'lines' },
    {
      id: 'real-inspect',
      title: `${size}: inspect, files to calls`,
      ...reading,
      // By bytes: files of unknown agents are parsed, but not read.
      ofBare: parsed.wallMs / parsedBytes / (read.wallMs / readBytes),
      counted: 'calls',
    },
  ];
}

export const realLogs: Measure = {
  id: 'real-logs',
  needs: ['real-logs'],
  rounds: 'each',
  async run(bench) {
    const folder = fixture(bench, 'real-logs');
    return realLogRows(await doWork('json-parse', folder), await doWork('inspect', folder));
  },
};
