// Results of reading a file: text, image, notebook, PDF, pages of a PDF, or a note that nothing changed.

import type { ByteRef, ImageSizes } from '../byte-ref.ts';
import type { NotebookCell } from '../notebook-cells.ts';

export interface ReadInput {
  readonly path: string;
  /** First line, 1-based. */
  readonly offset?: number | undefined;
  /** Number of lines. */
  readonly limit?: number | undefined;
  /** Pages of a PDF, as requested: "1-5". */
  readonly pages?: string | undefined;
  readonly allowLarge: boolean;
}

export interface ReadText {
  readonly kind: 'text';
  readonly path: string;
  readonly content: string;
  /** Size of what was read, in UTF-8. */
  readonly bytes: number;
  readonly startLine: number;
  readonly lines: number;
  /** Of the whole file. Null when the log does not say. */
  readonly totalLines: number | null;
  /** Whether lines of the file are missing. Null when the log does not say. */
  readonly partial: boolean | null;
  /** The agent cut the text because it was too long for the model. */
  readonly truncated: boolean;
  /** The agent's remarks to the model about the file. */
  readonly remarks: readonly string[];
}

export interface ReadImage {
  readonly kind: 'image';
  readonly path: string;
  readonly image: ByteRef;
  /** Size of the file. */
  readonly fileBytes: number | null;
  readonly sizes?: ImageSizes | undefined;
}

export interface ReadNotebook {
  readonly kind: 'notebook';
  readonly path: string;
  readonly cells: readonly NotebookCell[];
  /** Images next to the cells. */
  readonly images: readonly ByteRef[];
}

export interface ReadPdf {
  readonly kind: 'pdf';
  readonly path: string;
  /** Null when the bytes are not in this record. */
  readonly document: ByteRef | null;
  readonly fileBytes: number | null;
}

export interface ReadPages {
  readonly kind: 'pages';
  readonly path: string;
  readonly pages: number;
  readonly firstPage?: number | undefined;
  readonly fileBytes: number | null;
  /** Folder of the pages' images, on the machine that wrote the log. */
  readonly outputFolder?: string | undefined;
  readonly images: readonly ByteRef[];
}

export interface ReadUnchanged {
  readonly kind: 'unchanged';
  readonly path: string;
}

export type ReadResult = ReadText | ReadImage | ReadNotebook | ReadPdf | ReadPages | ReadUnchanged;
