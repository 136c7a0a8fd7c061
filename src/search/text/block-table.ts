// What a search needs to know of a log: where its blocks of whole lines are, and which of them may hold a text.

export interface Block {
  /** Byte offset of the first line. */
  readonly offset: number;
  /** Bytes, line ends included. */
  readonly length: number;
  /** Number of the first line, 1-based. */
  readonly line: number;
  /** Text in the block need not appear as such in its bytes, because letters in it are spelled as escapes. */
  readonly hasSpelledLetters: boolean;
  /** Some line in the block could not be read as JSON, so that what looks like a key in it is text. */
  readonly hasRawLines: boolean;
}

/** Where blocks end: the first byte they do not cover, and the number of the next line. */
export interface TableEnd {
  readonly offset: number;
  readonly line: number;
  /** The byte is the line end of the last line: how long that is was not known yet. */
  readonly isOnLineEnd: boolean;
}

/** What is asked of filters. Anyone who asks changes the order, so that those which say no most often are asked first. */
export interface AskedGrams {
  /** All must be in a block's filter. Empty when a query is too short or too vague: then every block is read. */
  readonly hashes: Int32Array;
  /** Asked first, of the filters that hold eights of letters. */
  readonly longHashes: Int32Array;
}

export interface BlockTable {
  readonly count: number;
  /** The last block before `end` that may hold all of these grams, or -1. */
  findLast(end: number, grams: AskedGrams): number;
  at(block: number): Block;
  readonly end: TableEnd;
}
