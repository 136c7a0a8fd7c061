// Which sizes are measured: bytes of a library, calls of one session, files of a library; each a power of ten apart.

export type CurveName = 'bytes' | 'calls' | 'files';

export interface PlannedPoint {
  readonly curve: CurveName;
  readonly label: string;
  readonly bytes: number;
  /** Other flags of the generator. */
  readonly flags: readonly string[];
}

/** A session's bytes for each of its calls, as the generator writes Claude Code's logs. */
const BYTES_PER_CALL = 14_500;
const FILES_BYTES = 100e6;
/** Disk space for the index, other measures' files and everything else, per byte of log. */
const ROOM = 1.5;
const SPARE_BYTES = 4e9;

function powersOfTen(from: number, to: number): number[] {
  return from > to ? [] : [from, ...powersOfTen(from * 10, to)];
}

function sizeLabel(bytes: number): string {
  return bytes >= 1e9 ? `${bytes / 1e9} GB` : `${bytes / 1e6} MB`;
}

/** Points whose library, together with its index, fits the disk. */
export function planGrowth(options: { readonly maxBytes: number; readonly freeBytes: number }): PlannedPoint[] {
  const most = Math.min(options.maxBytes, (options.freeBytes - SPARE_BYTES) / ROOM);
  const point = (curve: CurveName, label: string, bytes: number, flags: readonly string[] = []): PlannedPoint => ({
    curve,
    label,
    bytes,
    flags,
  });
  return [
    ...powersOfTen(10e6, most).map((bytes) => point('bytes', sizeLabel(bytes), bytes)),
    ...powersOfTen(1000, Math.min(100_000, most / BYTES_PER_CALL)).map((calls) =>
      point('calls', `${calls.toLocaleString('en-US')} calls in one session`, calls * BYTES_PER_CALL, [
        '--files',
        '1',
        '--agents',
        'claude-code',
      ]),
    ),
    ...powersOfTen(10, Math.min(10_000, (10_000 * most) / FILES_BYTES)).map((files) =>
      point('files', `${files.toLocaleString('en-US')} files`, Math.min(FILES_BYTES, most), ['--files', String(files)]),
    ),
  ];
}
