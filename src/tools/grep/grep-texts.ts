// Search results as the model saw them: lists of files, lines, counts, and the sentences around them.

import { countLines } from '../../base/text.ts';
import { LazyProperty } from '../lazy-property.ts';
import { readPersisted } from '../persisted.ts';
import { type GrepLine, readGrepCounts, readGrepLines } from './grep-lines.ts';
import type { GrepContent, GrepCounts, GrepFiles, GrepInput, GrepResult } from './grep-results.ts';

const PAGED = /\n{0,8}\[Showing results with pagination = ([^\]\n]{1,100})\]$/;
const FOUND_FILES = /^Found (\d{1,9}) files?\b([^\n]*)(?:\n|$)/;
const TOTAL = /(?:^|\n)Found (\d{1,9}) total occurrences? across (\d{1,9}) files?\b([^\n]*)\s*$/;

interface Paging {
  readonly limit: number | null;
  readonly offset: number | null;
}

/** Which part of all results this is. */
export interface Cut extends Paging {
  readonly timedOut?: boolean;
}

const UNCUT: Cut = { limit: null, offset: null };

/** What the tool itself says about its results; the rest is counted. */
interface ContentSaid {
  readonly lineCount?: number | undefined;
  readonly matches?: number | undefined;
  readonly totalLines?: number | undefined;
  readonly persisted?: GrepContent['persisted'];
}

interface CountsSaid {
  readonly matches?: number | undefined;
  readonly fileCount?: number | undefined;
}

interface FilesSaid {
  readonly fileCount?: number | undefined;
  readonly totalFiles?: number | undefined;
}

function paging(words: string): Paging {
  const limit = /limit: (\d{1,9})/.exec(words)?.[1];
  const offset = /offset: (\d{1,9})/.exec(words)?.[1];
  return { limit: limit === undefined ? null : Number(limit), offset: offset === undefined ? null : Number(offset) };
}

/** The text without its trailing remark, and what the remark says. */
function unpaged(text: string): { body: string; paging: Paging } {
  const tail = text.length > 300 ? text.length - 300 : 0;
  const found = PAGED.exec(text.slice(tail).trimEnd());
  if (found === null) return { body: text, paging: UNCUT };
  return { body: text.slice(0, tail + found.index), paging: paging(found[1] ?? '') };
}

class FoundLines extends LazyProperty<readonly GrepLine[]> implements GrepContent {
  readonly kind = 'content';
  readonly text: string;
  declare readonly lines: readonly GrepLine[];
  readonly lineCount: number;
  readonly matches: number | null;
  readonly totalLines: number | null;
  readonly limit: number | null;
  readonly offset: number | null;
  readonly timedOut: boolean;
  readonly persisted: GrepContent['persisted'];

  constructor(text: string, said: ContentSaid, cut: Cut) {
    super('lines', () => readGrepLines(text));
    this.text = text;
    this.lineCount = said.lineCount ?? countLines(text);
    this.matches = said.matches ?? null;
    this.totalLines = said.totalLines ?? null;
    this.limit = cut.limit;
    this.offset = cut.offset;
    this.timedOut = cut.timedOut ?? false;
    this.persisted = said.persisted;
  }
}

export function contentResult(text: string, said: ContentSaid = {}, cut: Cut = UNCUT): GrepContent {
  return new FoundLines(text, said, cut);
}

export function countsResult(text: string, said: CountsSaid = {}, cut: Cut = UNCUT): GrepCounts {
  const counts = readGrepCounts(text);
  let matches = 0;
  for (const count of counts) matches += count.matches;
  return {
    kind: 'counts',
    counts,
    matches: said.matches ?? matches,
    fileCount: said.fileCount ?? counts.length,
    limit: cut.limit,
    offset: cut.offset,
    timedOut: cut.timedOut ?? false,
  };
}

export function filesResult(files: readonly string[], said: FilesSaid = {}, cut: Cut = UNCUT): GrepFiles {
  return {
    kind: 'files',
    files,
    fileCount: said.fileCount ?? files.length,
    totalFiles: said.totalFiles ?? null,
    limit: cut.limit,
    offset: cut.offset,
    timedOut: cut.timedOut ?? false,
  };
}

function pathLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** A sentence is not a file: programs that replace the tool answer in words. */
function canBePath(line: string): boolean {
  return !/\s/.test(line.trim()) || /[\\/]/.test(line) || /\.\w{1,12}$/.test(line);
}

function readFiles(body: string, page: Paging): GrepFiles | undefined {
  if (body.startsWith('No files found')) return filesResult([], {}, page);
  const head = FOUND_FILES.exec(body);
  if (head === null) return undefined;
  const own = paging(head[2] ?? '');
  const cut = { limit: own.limit ?? page.limit, offset: own.offset ?? page.offset };
  return filesResult(pathLines(body.slice(head[0].length)), { fileCount: Number(head[1]) }, cut);
}

function readCounts(body: string, page: Paging): GrepCounts | undefined {
  const tail = body.length > 300 ? body.length - 300 : 0;
  const total = TOTAL.exec(body.slice(tail));
  if (total === null) return undefined;
  const own = paging(total[3] ?? '');
  const text = body.slice(0, tail + total.index);
  const cut = { limit: own.limit ?? page.limit, offset: own.offset ?? page.offset };
  const said = { matches: Number(total[1]), fileCount: Number(total[2]) };
  return countsResult(text.startsWith('No matches found') ? '' : text, said, cut);
}

/** The mode determines the expected shape; if it is not known, the text does. */
export function readGrepText(text: string, input: GrepInput | null): GrepResult {
  const persisted = readPersisted(text);
  if (persisted !== undefined) {
    return contentResult(persisted.preview, { persisted: { path: persisted.path, bytes: persisted.bytes } });
  }
  const { body, paging: page } = unpaged(text);
  const mode = input?.mode ?? 'files';
  // Lines of a file may look like the tool's sentences: the request decides.
  if (mode !== 'content' || input === null) {
    const known = readFiles(body, page) ?? readCounts(body, page);
    if (known !== undefined) return known;
  }
  const none = body.startsWith('No matches found') && countLines(body) === 1;
  if (mode === 'counts') return countsResult(none ? '' : body, {}, page);
  if (mode === 'content') return contentResult(none ? '' : body, {}, page);
  const lines = none ? [] : pathLines(body);
  return lines.every(canBePath) ? filesResult(lines, {}, page) : contentResult(body, {}, page);
}
