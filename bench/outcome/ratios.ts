// What makes figures of different machines comparable: ratios to the JSON.parse of the same run.

import type { Row } from '../measure.ts';

/** The id of the row that everything is compared with. */
export const YARDSTICK = 'json-parse';

export interface Yardstick {
  readonly wallMsPerMb: number;
  readonly cpuMsPerMb: number;
}

export function yardstickOf(rows: readonly Row[]): Yardstick | undefined {
  const row = rows.find(({ id }) => id === YARDSTICK);
  if (row?.bytes === undefined || row.wallMs === undefined || row.cpuMs === undefined) return undefined;
  return { wallMsPerMb: row.wallMs / (row.bytes / 1e6), cpuMsPerMb: row.cpuMs / (row.bytes / 1e6) };
}

/** Times as fast as JSON.parse of the same bytes. */
export function wallRatio({ bytes, wallMs }: Row, yardstick: Yardstick | undefined): number | undefined {
  if (bytes === undefined || wallMs === undefined || yardstick === undefined) return undefined;
  return (yardstick.wallMsPerMb * bytes) / 1e6 / wallMs;
}

/** The same in processor time: how much less work it is. */
export function cpuRatio({ bytes, cpuMs }: Row, yardstick: Yardstick | undefined): number | undefined {
  if (bytes === undefined || cpuMs === undefined || yardstick === undefined) return undefined;
  return (yardstick.cpuMsPerMb * bytes) / 1e6 / cpuMs;
}
