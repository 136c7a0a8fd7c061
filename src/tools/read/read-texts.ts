// What the model saw of a file: numbered lines, cells, and sentences in place of images, PDFs and unchanged files.

import { countLines, detach, utf8Bytes } from '../../base/text.ts';
import { byteRefs } from '../byte-ref.ts';
import type { TextContext } from '../define.ts';
import { LazyProperty } from '../lazy-property.ts';
import { readTextCells } from '../notebook-cells.ts';
import { countNumbered, readNumbered, readRemarks } from '../numbered-lines.ts';
import type {
  ReadImage,
  ReadInput,
  ReadNotebook,
  ReadPages,
  ReadPdf,
  ReadText,
  ReadUnchanged,
} from './read-results.ts';

type Context = TextContext<ReadInput>;

const UNITS: Readonly<Record<string, number>> = { B: 1, bytes: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** "632.9KB": rounded, but the only size there is. */
function bytesOf(size: string | undefined): number | null {
  const found = /^([\d.]{1,12}) ?(B|bytes|KB|MB|GB)$/.exec(size ?? '');
  const unit = UNITS[found?.[2] ?? ''];
  return unit === undefined ? null : Math.round(Number(found?.[1]) * unit);
}

export function readUnchanged(text: string, { input }: Context): ReadUnchanged | undefined {
  const says = /^(?:File unchanged since last read\b|Wasted call — file unchanged\b)/.test(text);
  return says ? { kind: 'unchanged', path: input?.path ?? '' } : undefined;
}

export function readPdf(text: string, { input, blocks }: Context): ReadPdf | undefined {
  const found = /^PDF file read: ([^\n]*) \(([^()\n]{1,30})\)/.exec(text);
  const document = byteRefs(blocks, 'document')[0];
  if (found === null && document === undefined) return undefined;
  return {
    kind: 'pdf',
    path: detach(found?.[1] ?? input?.path ?? ''),
    document: document ?? null,
    fileBytes: found === null ? (document?.bytes ?? null) : bytesOf(found[2]),
  };
}

export function readPages(text: string, { blocks }: Context): ReadPages | undefined {
  const found = /^PDF pages extracted: (\d{1,6}) page(?:\(s\)|s)? from ([^\n]*)$/m.exec(text.slice(0, 2000));
  if (found === null) return undefined;
  const from = found[2]?.trimEnd() ?? '';
  const size = / \(([\d.]{1,12} ?[A-Za-z]{1,5})\)$/.exec(from);
  return {
    kind: 'pages',
    path: detach(size === null ? from : from.slice(0, size.index)),
    pages: Number(found[1]),
    fileBytes: bytesOf(size?.[1]),
    images: byteRefs(blocks, 'image'),
  };
}

export function readNotebookText(text: string, { input, blocks }: Context): ReadNotebook | undefined {
  if (!text.startsWith('<cell id="')) return undefined;
  return { kind: 'notebook', path: input?.path ?? '', cells: readTextCells(text), images: byteRefs(blocks, 'image') };
}

export function readImage(_text: string, { input, blocks }: Context): ReadImage | undefined {
  const image = byteRefs(blocks, 'image')[0];
  return image === undefined ? undefined : { kind: 'image', path: input?.path ?? '', image, fileBytes: null };
}

const TRUNCATED = /\[Truncated: PARTIAL view — showing lines (\d+)-(\d+) of (\d+) total/;
const SHORTER = /shorter than the provided offset \((\d+)\)\. The file has (\d+) lines/;
const EMPTY = /the file exists but the contents are empty/;

function totalSaid(remarks: readonly string[]): number | null {
  for (const remark of remarks) {
    const total = TRUNCATED.exec(remark)?.[3] ?? SHORTER.exec(remark)?.[2];
    if (total !== undefined) return Number(total);
    if (EMPTY.test(remark)) return 0;
  }
  return null;
}

function textResult(path: string, content: string, startLine: number, lines: number, remarks: string[]): ReadText {
  const totalLines = totalSaid(remarks);
  return {
    kind: 'text',
    path,
    content,
    bytes: utf8Bytes(content),
    startLine,
    lines,
    totalLines,
    partial: totalLines === null ? null : lines < totalLines,
    truncated: remarks.some((remark) => TRUNCATED.test(remark)),
    remarks: remarks.map(detach),
  };
}

/** Lines are counted at once, and freed of their numbers on demand. */
class NumberedContent extends LazyProperty<string> implements ReadText {
  readonly kind = 'text';
  readonly path: string;
  declare readonly content: string;
  readonly bytes: number;
  readonly startLine: number;
  readonly lines: number;
  readonly totalLines: number | null;
  readonly partial: boolean | null;
  readonly truncated: boolean;
  readonly remarks: readonly string[];

  constructor(counted: Omit<ReadText, 'content'>, content: () => string) {
    super('content', content);
    this.path = counted.path;
    this.bytes = counted.bytes;
    this.startLine = counted.startLine;
    this.lines = counted.lines;
    this.totalLines = counted.totalLines;
    this.partial = counted.partial;
    this.truncated = counted.truncated;
    this.remarks = counted.remarks;
  }
}

/** Numbered lines, or only remarks: an empty file, or an offset beyond its end. */
export function readNumberedText(text: string, { input }: Context): ReadText | undefined {
  const path = input?.path ?? '';
  const numbered = countNumbered(text);
  if (numbered !== undefined) {
    const { startLine, count, bytes, remarks } = numbered;
    const counted = { ...textResult(path, '', startLine, count, remarks), bytes };
    return new NumberedContent(counted, () => readNumbered(text)?.lines.join('\n') ?? '');
  }
  const { remarks, end } = readRemarks(text, 0);
  if (remarks.length === 0 || text.length - end > 100 || text.slice(end).trim() !== '') return undefined;
  return textResult(path, '', input?.offset ?? 1, 0, remarks);
}

/** A text without numbers is used as it is. */
export function readPlainText(text: string, { input }: Context): ReadText {
  return textResult(input?.path ?? '', text, input?.offset ?? 1, countLines(text), []);
}
