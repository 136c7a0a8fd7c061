// The seam between the text index and anyone who fills its filters: WebAssembly, and portable code.

/**
 * How a line's text is searched: `records` in the decoded strings of its JSON, `raw` in its bytes as they are, because
 * it could not be read.
 */
export type SearchedAs = 'records' | 'raw';

export interface BlockFilter {
  /** The filter, as small as its content allows. */
  readonly bytes: Uint8Array;
  /**
   * The block spells letters as escapes (`\u00e9`, `\/`), so that text in it need not appear as such in its bytes.
   */
  readonly hasSpelledLetters: boolean;
  /** It holds all eights of letters. */
  readonly hasLongGrams: boolean;
}

export interface AddedLines {
  readonly lines: number;
  /** Where the first line starts that was not added. */
  readonly next: number;
}

export interface BlockFilterBuilder {
  /** Starts an empty block, expected to hold this many bytes of log. */
  reset(expectedBytes: number): void;
  /**
   * Adds the text of a line (bytes without its end). `records` promises that all of the line is valid JSON: nothing is
   * checked again here.
   */
  add(line: Uint8Array, as: SearchedAs): void;
  /**
   * Adds whole lines from `from` on, line ends and all, that are records and end before `limit`; up to the first that has
   * to be added by itself. Where many lines cannot be added at once, that is the first one.
   */
  addRecords(bytes: Uint8Array, from: number, limit: number): AddedLines;
  /** The filter of all lines since `reset`, for a block of this many bytes. More lines may follow. */
  filter(blockBytes: number): BlockFilter;
}
