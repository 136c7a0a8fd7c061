// A piece of a log as it is kept: packed, with a checksum.

export interface BlockPlace {
  readonly offset: number;
  readonly length: number;
}

/** Bytes as they are kept. */
export interface PackedBlock extends BlockPlace {
  readonly packing: string;
  readonly checksum: number;
  /** Line ends in it: with them the lines after it keep their numbers, also when it is damaged. */
  readonly newlines: number;
  readonly body: Uint8Array;
}

/** What stands beside the bytes of a block: it can be read where they cannot. */
export type BlockLabel = Omit<PackedBlock, 'body'>;

/** The blocks of files, by the numbers of these. */
export interface BlockShelf {
  /** Where there are blocks of a file, in order. */
  places(file: number): BlockPlace[];
  /** The blocks that hold bytes between the two offsets. */
  blocks(file: number, from: number, to: number): PackedBlock[];
  /** Undefined when there is no such block. */
  label(file: number, offset: number): BlockLabel | undefined;
}
