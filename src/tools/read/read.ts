// Reading files: Read of Claude Code, View in its oldest versions.

import { utf8Bytes } from '../../base/text.ts';
import { formatBytes, plural } from '../../base/units.ts';
import { base64Bytes } from '../../model/content.ts';
import type { Facts } from '../../model/interpretation.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { imageSizes, sizeText } from '../byte-ref.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES } from '../file-failures.ts';
import { countCellImages, readCells } from '../notebook-cells.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseNumber, looseText, text } from '../shapes.ts';
import { copilot, copilotVscode } from './read.copilot.ts';
import { gemini, qwen } from './read.gemini.ts';
import { kimi, kimiCode } from './read.kimi.ts';
import { openCode, openCodeGo } from './read.opencode.ts';
import { pi } from './read.pi.ts';
import type {
  ReadImage,
  ReadInput,
  ReadNotebook,
  ReadPages,
  ReadPdf,
  ReadResult,
  ReadText,
  ReadUnchanged,
} from './read-results.ts';
import {
  readImage,
  readNotebookText,
  readNumberedText,
  readPages,
  readPdf,
  readPlainText,
  readUnchanged,
} from './read-texts.ts';

export type * from './read-results.ts';

const structuredText = shape
  .object({
    type: shape.literal('text'),
    file: shape.object({
      filePath: looseText,
      content: text,
      numLines: looseNumber,
      startLine: looseNumber,
      totalLines: looseNumber,
      truncatedByTokenCap: looseFlag,
    }),
  })
  .transform(({ file }): ReadText => {
    // An empty file is counted as one line.
    const isEmpty = file.content === '' && (file.totalLines ?? 0) <= 1 && (file.startLine ?? 1) <= 1;
    const lines = isEmpty ? 0 : (file.numLines ?? 0);
    const totalLines = isEmpty ? 0 : (file.totalLines ?? null);
    const truncated = file.truncatedByTokenCap ?? false;
    return {
      kind: 'text',
      path: file.filePath ?? '',
      content: file.content,
      bytes: utf8Bytes(file.content),
      startLine: file.startLine ?? 1,
      lines,
      totalLines,
      partial: truncated || (totalLines === null ? null : lines < totalLines),
      truncated,
      remarks: [],
    };
  });

const structuredImage = shape
  .object({
    type: shape.literal('image'),
    file: shape.object({
      filePath: looseText,
      base64: looseText,
      type: looseText,
      originalSize: looseNumber,
      dimensions: imageSizes,
    }),
  })
  .transform(
    ({ file }): ReadImage => ({
      kind: 'image',
      path: file.filePath ?? '',
      image: {
        from: 'structured',
        pointer: '/file/base64',
        mediaType: file.type ?? 'image/png',
        bytes: base64Bytes(file.base64 ?? ''),
      },
      fileBytes: file.originalSize ?? null,
      sizes: file.dimensions,
    }),
  );

const structuredNotebook = shape
  .object({ type: shape.literal('notebook'), file: shape.object({ filePath: looseText, cells: anything }) })
  .transform(
    ({ file }): ReadNotebook => ({
      kind: 'notebook',
      path: file.filePath ?? '',
      cells: readCells(file.cells, '/file/cells'),
      images: [],
    }),
  );

const structuredPdf = shape
  .object({
    type: shape.literal('pdf'),
    file: shape.object({ filePath: looseText, base64: looseText, originalSize: looseNumber }),
  })
  .transform(({ file }): ReadPdf => {
    const { base64 } = file;
    return {
      kind: 'pdf',
      path: file.filePath ?? '',
      document:
        base64 === undefined || base64 === ''
          ? null
          : { from: 'structured', pointer: '/file/base64', mediaType: 'application/pdf', bytes: base64Bytes(base64) },
      fileBytes: file.originalSize ?? null,
    };
  });

const structuredPages = shape
  .object({
    type: shape.literal('parts'),
    file: shape.object({ filePath: looseText, originalSize: looseNumber, count: looseNumber, outputDir: looseText }),
    firstPage: looseNumber,
  })
  .transform(
    ({ file, firstPage }): ReadPages => ({
      kind: 'pages',
      path: file.filePath ?? '',
      pages: file.count ?? 0,
      firstPage,
      fileBytes: file.originalSize ?? null,
      outputFolder: file.outputDir,
      images: [],
    }),
  );

const structuredUnchanged = shape
  .object({
    type: shape.literal('file_unchanged'),
    file: shape.object({ filePath: looseText }).optional().catch(undefined),
    filePath: looseText,
  })
  .transform((raw): ReadUnchanged => ({ kind: 'unchanged', path: raw.file?.filePath ?? raw.filePath ?? '' }));

const claudeCode = defineDialect<ReadInput, ReadResult>({
  agent: 'claude-code',
  names: ['Read', 'View'],
  input: shape
    .object({
      file_path: looseText,
      path: looseText,
      offset: looseNumber,
      limit: looseNumber,
      pages: looseText,
      allow_large: looseFlag,
    })
    .refine((raw) => (raw.file_path ?? raw.path) !== undefined, { place: 'file_path' })
    .transform(
      (raw): ReadInput => ({
        path: raw.file_path ?? raw.path ?? '',
        offset: raw.offset,
        limit: raw.limit,
        pages: raw.pages,
        allowLarge: raw.allow_large ?? false,
      }),
    ),
  structured: [
    { kind: 'text', schema: structuredText },
    { kind: 'image', schema: structuredImage },
    { kind: 'notebook', schema: structuredNotebook },
    { kind: 'pdf', schema: structuredPdf },
    { kind: 'pages', schema: structuredPages },
    { kind: 'unchanged', schema: structuredUnchanged },
  ],
  text: [
    { kind: 'unchanged', read: readUnchanged },
    { kind: 'notebook', read: readNotebookText },
    { kind: 'pages', read: readPages },
    { kind: 'pdf', read: readPdf },
    { kind: 'image', read: readImage },
    { kind: 'text', read: readNumberedText },
    { kind: 'text', read: readPlainText },
  ],
});

/** "lines 10–29 of 300" */
function linesText(result: ReadText): string {
  if (result.lines === 0) return result.totalLines === 0 ? 'empty' : 'no lines';
  if (result.partial !== true && result.startLine <= 1) return plural(result.lines, 'line');
  const last = result.startLine + result.lines - 1;
  const of = result.totalLines === null ? '' : ` of ${result.totalLines}`;
  return `lines ${result.startLine}–${last}${of}`;
}

function imageText(result: ReadImage): string {
  const size = result.sizes?.original ?? result.sizes?.displayed;
  const parts = [...(size === undefined ? [] : [sizeText(size)]), formatBytes(result.fileBytes ?? result.image.bytes)];
  return `image ${parts.join(', ')}`;
}

function describe(result: ReadResult): string {
  switch (result.kind) {
    case 'text':
      return linesText(result);
    case 'image':
      return imageText(result);
    case 'notebook':
      return plural(result.cells.length, 'cell');
    case 'pdf':
      return result.fileBytes === null ? 'PDF' : `PDF ${formatBytes(result.fileBytes)}`;
    case 'pages':
      return `PDF, ${plural(result.pages, 'page')}`;
    case 'unchanged':
      return 'unchanged since last read';
  }
}

function addResultFacts(facts: Facts, result: ReadResult): void {
  switch (result.kind) {
    case 'text':
      facts.lines = result.lines;
      facts.bytes = result.bytes;
      if (result.truncated) facts.truncated = true;
      if (result.lines === 0 && result.totalLines === 0) facts.note = 'empty file';
      return;
    case 'image':
      facts.bytes = result.fileBytes ?? result.image.bytes;
      facts.images = 1;
      return;
    case 'notebook': {
      const images = result.images.length + countCellImages(result.cells);
      if (images > 0) facts.images = images;
      return;
    }
    case 'pages':
      facts.images = result.pages;
      if (result.fileBytes !== null) facts.bytes = result.fileBytes;
      return;
    case 'pdf':
      if (result.fileBytes !== null) facts.bytes = result.fileBytes;
      return;
    case 'unchanged':
      facts.note = 'unchanged';
  }
}

/** The request, while there is no result yet. */
function askedText(input: ReadInput): string {
  if (input.pages !== undefined && input.pages !== '') return ` (pages ${input.pages})`;
  if (input.offset === undefined && input.limit === undefined) return '';
  const first = input.offset ?? 1;
  return input.limit === undefined ? ` (from line ${first})` : ` (lines ${first}–${first + input.limit - 1})`;
}

function check(result: ReadResult): readonly Problem[] {
  if (result.kind !== 'text' || result.totalLines === null) return [];
  if (result.lines === 0 || result.startLine + result.lines - 1 <= result.totalLines) return [];
  return [
    problem('lines-beyond-end', 'A read brought more lines than the file is said to have.', {
      severity: 'info',
      params: { start: result.startLine, lines: result.lines, total: result.totalLines },
    }),
  ];
}

export const read = defineTool<ReadInput, ReadResult>({
  id: 'read',
  title: 'Read',
  family: 'files',
  touches: 'read',
  dialects: [claudeCode, copilot, copilotVscode, openCode, openCodeGo, pi, gemini, qwen, kimi, kimiCode],
  failures: [
    {
      code: 'file-too-large',
      blame: 'agent',
      pattern: /^(?:File content \([^)]{1,60}\) exceeds maximum allowed|File is too large|Image file is too large)/,
    },
    {
      code: 'unreadable-kind',
      blame: 'agent',
      pattern: /^(?:This tool cannot read binary files|Cannot read '[^']{1,1000}': this device)/,
    },
    { code: 'bad-pages', blame: 'agent', pattern: /^(?:Invalid pages parameter|Page range|Page numbers?)\b/ },
    {
      code: 'pdf-too-long',
      blame: 'agent',
      pattern: /^(?:This PDF has \d+ pages|PDF (?:file )?(?:exceeds|is too large|has too many))/,
    },
    {
      code: 'file-damaged',
      blame: 'environment',
      pattern:
        /^(?:PDF (?:file )?is (?:password|corrupt|empty|invalid)|Image file is empty|pdftoppm\b|Failed to (?:read|parse|extract))/i,
    },
    ...FILE_SYSTEM_FAILURES,
  ],
  facts: ({ input, result }) => {
    const path = result === null || result.path === '' ? input?.path : result.path;
    const facts: Facts = {};
    if (path !== undefined) facts.path = path;
    if (result !== null) addResultFacts(facts, result);
    return facts;
  },
  summary: ({ input, result }) => {
    const path = pathTail(result === null || result.path === '' ? (input?.path ?? '') : result.path);
    if (result !== null) return `${path} (${describe(result)})`;
    return `${path}${input === null ? '' : askedText(input)}`;
  },
  target: (input) => input.path,
  check,
});
