// Searching in files: Grep of Claude Code in its three output modes.

import { isObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import type { Facts } from '../../model/interpretation.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES, SPAWN_FAILURES } from '../file-failures.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, looseTexts, text } from '../shapes.ts';
import { gemini, qwen } from './grep.gemini.ts';
import { openCode, openCodeGo } from './grep.opencode.ts';
import { pi } from './grep.pi.ts';
import type { GrepContent, GrepCounts, GrepFiles, GrepInput, GrepMode, GrepResult } from './grep-results.ts';
import { type Cut, contentResult, countsResult, filesResult, readGrepText } from './grep-texts.ts';

export type { GrepCount, GrepLine } from './grep-lines.ts';
export type * from './grep-results.ts';

const MODES: Readonly<Record<string, GrepMode>> = { content: 'content', count: 'counts', files_with_matches: 'files' };

const input = shape
  .object({
    pattern: text,
    path: looseText,
    glob: looseText,
    include: looseText,
    type: looseText,
    output_mode: looseText,
    '-A': looseNumber,
    '-B': looseNumber,
    '-C': looseNumber,
    context: looseNumber,
    '-n': looseFlag,
    '-i': looseFlag,
    '-o': looseFlag,
    multiline: looseFlag,
    head_limit: looseNumber,
    offset: looseNumber,
  })
  .transform((raw): GrepInput => {
    const around = raw['-C'] ?? raw.context ?? 0;
    return {
      pattern: raw.pattern,
      path: raw.path,
      glob: raw.glob ?? raw.include,
      type: raw.type,
      mode: MODES[raw.output_mode ?? ''] ?? 'files',
      linesBefore: raw['-B'] ?? around,
      linesAfter: raw['-A'] ?? around,
      lineNumbers: raw['-n'] ?? true,
      ignoreCase: raw['-i'] ?? false,
      multiline: raw.multiline ?? false,
      onlyMatching: raw['-o'] ?? false,
      limit: raw.head_limit,
      offset: raw.offset,
    };
  });

const cut = { appliedLimit: looseNumber, appliedOffset: looseNumber, timedOut: looseFlag };

function cutOf(raw: {
  appliedLimit?: number | undefined;
  appliedOffset?: number | undefined;
  timedOut?: boolean | undefined;
}): Cut {
  return { limit: raw.appliedLimit ?? null, offset: raw.appliedOffset ?? null, timedOut: raw.timedOut ?? false };
}

const structuredCounts = shape
  .object({
    mode: shape.literal('count'),
    content: looseText,
    numMatches: looseNumber,
    numFiles: looseNumber,
    ...cut,
  })
  .transform(
    (raw): GrepCounts =>
      countsResult(raw.content ?? '', { matches: raw.numMatches, fileCount: raw.numFiles }, cutOf(raw)),
  );

const structuredContent = shape
  .object({
    mode: shape.literal('content').optional(),
    content: text,
    numLines: looseNumber,
    numMatches: looseNumber,
    totalLines: looseNumber,
    ...cut,
  })
  .transform(
    (raw): GrepContent =>
      contentResult(
        raw.content,
        { lineCount: raw.numLines, matches: raw.numMatches, totalLines: raw.totalLines },
        cutOf(raw),
      ),
  );

const structuredFiles = shape
  .object({
    mode: shape.literal('files_with_matches').optional(),
    filenames: looseTexts,
    numFiles: looseNumber,
    totalFiles: looseNumber,
    ...cut,
  })
  .refine((raw) => raw.numFiles !== undefined || raw.filenames.length > 0)
  .transform(
    (raw): GrepFiles => filesResult(raw.filenames, { fileCount: raw.numFiles, totalFiles: raw.totalFiles }, cutOf(raw)),
  );

const claudeCode = defineDialect<GrepInput, GrepResult>({
  agent: 'claude-code',
  names: ['Grep', 'GrepTool'],
  input,
  structured: [
    { kind: 'counts', schema: structuredCounts },
    { kind: 'content', schema: structuredContent },
    { kind: 'files', schema: structuredFiles },
  ],
  // One parser for three kinds: the request, not the text of a file, decides which it is.
  text: [
    { kind: 'files', read: (content, { input: asked }) => ofKind('files', content, asked) },
    { kind: 'content', read: (content, { input: asked }) => ofKind('content', content, asked) },
    { kind: 'counts', read: (content, { input: asked }) => ofKind('counts', content, asked) },
  ],
});

/** `rg` names its folders `paths`. */
const copilot = defineDialect<GrepInput, GrepResult>({
  ...claudeCode,
  agent: 'copilot',
  names: ['grep', 'rg'],
  input: shape.preprocess(
    (raw) => (isObject(raw) && typeof raw['paths'] === 'string' ? { ...raw, path: raw['paths'] } : raw),
    input,
  ),
  structured: [],
});

const kimi = defineDialect<GrepInput, GrepResult>({ ...claudeCode, agent: 'kimi', names: ['Grep'], structured: [] });
const kimiCode = defineDialect<GrepInput, GrepResult>({ ...kimi, agent: 'kimi-code' });

function ofKind(kind: GrepMode, content: string, asked: GrepInput | null): GrepResult | undefined {
  // A search for lines returns only lines, and so does a notice for a long text.
  const holdsLines = asked?.mode === 'content' || content.startsWith('<persisted-output>');
  if (holdsLines !== (kind === 'content')) return undefined;
  const result = readGrepText(content, asked);
  return result.kind === kind ? result : undefined;
}

function addResultFacts(facts: Facts, result: GrepResult, asked: GrepInput | null): void {
  if (isCut(result)) facts.truncated = true;
  if (result.kind !== 'content') {
    facts.files = result.fileCount;
    facts.matches = result.kind === 'counts' ? result.matches : (result.totalFiles ?? result.fileCount);
    return;
  }
  // A preview says nothing about the whole.
  if (result.persisted !== undefined) return;
  facts.lines = result.lineCount;
  const context = asked === null || asked.linesBefore + asked.linesAfter > 0;
  const matches = result.matches ?? (context && result.lineCount > 0 ? null : result.lineCount);
  if (matches !== null) facts.matches = matches;
}

/** A limit is noted even if fewer were found. */
function atLimit(result: GrepResult): boolean {
  return result.limit !== null && (result.kind === 'content' ? result.lineCount : result.fileCount) >= result.limit;
}

function isCut(result: GrepResult): boolean {
  return atLimit(result) || result.timedOut || (result.kind === 'content' && result.persisted !== undefined);
}

function foundText(result: GrepResult): string {
  const more = atLimit(result) ? ` (first ${result.limit})` : '';
  switch (result.kind) {
    case 'files':
      return result.fileCount === 0 ? 'no files' : `${plural(result.fileCount, 'file')}${more}`;
    case 'counts':
      return result.matches === 0
        ? 'no matches'
        : `${plural(result.matches, 'match', 'matches')} in ${plural(result.fileCount, 'file')}${more}`;
    case 'content':
      if (result.persisted !== undefined) return `more than ${plural(result.lineCount, 'line')}`;
      return result.lineCount === 0 ? 'no matches' : `${plural(result.lineCount, 'line')}${more}`;
  }
}

export const grep = defineTool<GrepInput, GrepResult>({
  id: 'grep',
  title: 'Search in files',
  family: 'search',
  dialects: [claudeCode, copilot, openCode, openCodeGo, pi, gemini, qwen, kimi, kimiCode],
  failures: [
    {
      code: 'bad-pattern',
      blame: 'agent',
      pattern: /^(?:[^\n]{0,200}: )?(?:rg: )?(?:regex parse error|error parsing (?:glob|regex)|unrecognized file type)/,
    },
    { code: 'timed-out', blame: 'environment', pattern: /^(?:Ripgrep|Grep)[^\n]{0,200} timed out/i },
    { code: 'file-missing', blame: 'agent', pattern: /^rg: [^\n]{1,1000}: No such file or directory/ },
    ...SPAWN_FAILURES,
    ...FILE_SYSTEM_FAILURES,
  ],
  facts: ({ input: asked, result }) => {
    const facts: Facts = {};
    if (asked !== null) facts.query = clip(asked.pattern, 200);
    if (asked?.path !== undefined) facts.path = asked.path;
    if (result !== null) addResultFacts(facts, result, asked);
    return facts;
  },
  summary: ({ input: asked, result }) => {
    const folder = asked?.path === undefined || asked.path === '' ? '' : ` ${pathTail(asked.path)}`;
    const files = asked?.glob === undefined || asked.glob === '' ? '' : ` ${asked.glob}`;
    const type = asked?.type === undefined || asked.type === '' ? '' : ` ${asked.type}`;
    const where = `${folder}${files}${type}`;
    const question = `"${clip(asked?.pattern ?? '', 60)}"${where === '' ? '' : ` in${where}`}`;
    return result === null ? question : `${question} → ${foundText(result)}`;
  },
  target: (asked) => `${asked.pattern}\n${asked.path ?? ''}\n${asked.glob ?? ''}`,
});
