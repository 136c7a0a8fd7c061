// One point of a growth curve: a library of one size, and the cost of every operation on it.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolscopeIndex } from '../meter/toolscope-index.ts';
import { doWork } from '../meter/work.ts';
import { median } from '../outcome/numbers.ts';

export interface GrowthPoint {
  readonly bytes: number;
  readonly calls: number;
  readonly files: number;
  readonly parseMs: number;
  readonly inspectMs: number;
  readonly indexMs: number;
  /** `toolscope index` once more, with nothing new. */
  readonly warmMs: number;
  readonly parseRssMb: number;
  readonly inspectRssMb: number;
  readonly indexRssMb: number;
  readonly indexBytes: number;
}

const WARM_STARTS = 5;

/** Everything once: over four powers of ten, a tenth does not matter. */
export async function measurePoint(library: string, scratch: string, files: number): Promise<GrowthPoint> {
  const data = join(scratch, 'data');
  mkdirSync(data, { recursive: true });
  const parse = await doWork('json-parse', library);
  const inspect = await doWork('calls', library);
  const index = await toolscopeIndex(data, library);
  const warm: number[] = [];
  for (let run = 0; run < WARM_STARTS; run++) warm.push((await toolscopeIndex(data, library)).wallMs);
  rmSync(data, { recursive: true });
  return {
    bytes: parse.bytes,
    calls: inspect.count,
    files,
    parseMs: parse.wallMs,
    inspectMs: inspect.wallMs,
    indexMs: index.wallMs,
    warmMs: median(warm),
    parseRssMb: parse.rssMb,
    inspectRssMb: inspect.rssMb,
    indexRssMb: index.rssMb ?? Number.NaN,
    indexBytes: index.indexBytes,
  };
}
