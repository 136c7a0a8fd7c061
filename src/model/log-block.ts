// A stored piece of a log: compressed, with a checksum.

export interface BlockPlace {
  readonly offset: number;
  readonly length: number;
}

/** The stored bytes. */
export interface PackedBlock extends BlockPlace {
  readonly packing: string;
  readonly checksum: number;
  /** Line ends in it: with them later lines keep their numbers, even if it is damaged. */
  readonly newlines: number;
  readonly body: Uint8Array;
}

/** The data next to the bytes of a block: it can be read when they cannot. */
export type BlockLabel = Omit<PackedBlock, 'body'>;

/** The blocks of files, by file number. */
export interface BlockShelf {
  /** Places of a file's blocks, in order. */
  places(file: number): BlockPlace[];
  /** The blocks that hold bytes between the two offsets. */
  blocks(file: number, from: number, to: number): PackedBlock[];
  /** Undefined when there is no such block. */
  label(file: number, offset: number): BlockLabel | undefined;
}
