// Finding files by name: Glob of Claude Code.

import { plural } from '../../base/units.ts';
import type { Facts } from '../../model/interpretation.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES, SPAWN_FAILURES } from '../file-failures.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseNumber, looseText, looseTexts, text } from '../shapes.ts';
import { foundFiles } from './found-files.ts';
import { gemini, qwen } from './glob.gemini.ts';
import { kimi, kimiCode } from './glob.kimi.ts';
import { openCode, openCodeGo } from './glob.opencode.ts';
import { pi } from './glob.pi.ts';

export interface GlobInput {
  readonly pattern: string;
  readonly path?: string | undefined;
}

export interface GlobFiles {
  readonly kind: 'files';
  readonly files: readonly string[];
  /** How many the list holds, by the tool's own count. */
  readonly count: number;
  /** How many there are in all, if the list is cut. */
  readonly total: number | null;
  /** False if the tool stopped counting. */
  readonly totalIsComplete: boolean;
  readonly truncated: boolean;
  readonly timedOut: boolean;
  readonly elapsedMs: number | null;
}

const structured = shape
  .object({
    filenames: looseTexts,
    numFiles: looseNumber,
    durationMs: looseNumber,
    truncated: looseFlag,
    totalMatches: looseNumber,
    countIsComplete: looseFlag,
    timedOut: looseFlag,
  })
  .refine((raw) => raw.numFiles !== undefined || raw.filenames.length > 0)
  .transform(
    (raw): GlobFiles => ({
      kind: 'files',
      files: raw.filenames,
      count: raw.numFiles ?? raw.filenames.length,
      total: raw.totalMatches ?? null,
      totalIsComplete: raw.countIsComplete ?? true,
      truncated: raw.truncated ?? false,
      timedOut: raw.timedOut ?? false,
      elapsedMs: raw.durationMs ?? null,
    }),
  );

/** One path per line; a remark in brackets may follow. */
function readPaths(content: string): GlobFiles {
  const files: string[] = [];
  let truncated = false;
  if (!content.startsWith('No files found')) {
    for (const line of content.split('\n')) {
      if (/^\((?:Results are truncated|Showing )/.test(line)) truncated = true;
      else if (line.trim() !== '') files.push(line);
    }
  }
  return foundFiles(files, truncated);
}

const claudeCode = defineDialect<GlobInput, GlobFiles>({
  agent: 'claude-code',
  names: ['Glob', 'GlobTool'],
  input: shape
    .object({ pattern: text, path: looseText })
    .transform((raw): GlobInput => ({ pattern: raw.pattern, path: raw.path })),
  structured: [{ kind: 'files', schema: structured }],
  text: [{ kind: 'files', read: (content) => readPaths(content) }],
});

const copilot = defineDialect<GlobInput, GlobFiles>({
  ...claudeCode,
  agent: 'copilot',
  names: ['glob'],
  structured: [],
});

export const glob = defineTool<GlobInput, GlobFiles>({
  id: 'glob',
  title: 'Find files',
  family: 'search',
  dialects: [claudeCode, copilot, openCode, openCodeGo, pi, gemini, qwen, kimi, kimiCode],
  failures: [
    { code: 'timed-out', blame: 'environment', pattern: /^(?:Glob|Ripgrep)[^\n]{0,200} timed out/i },
    ...SPAWN_FAILURES,
    ...FILE_SYSTEM_FAILURES,
  ],
  facts: ({ input, result }) => {
    const facts: Facts = {};
    if (input !== null) facts.query = input.pattern;
    if (input?.path !== undefined) facts.path = input.path;
    if (result === null) return facts;
    facts.matches = result.total ?? result.count;
    facts.files = result.count;
    if (result.truncated || result.timedOut) facts.truncated = true;
    return facts;
  },
  summary: ({ input, result }) => {
    const where = input?.path === undefined ? '' : ` in ${pathTail(input.path)}`;
    const asked = `${input?.pattern ?? ''}${where}`;
    if (result === null) return asked;
    if (result.count === 0) return `${asked} → no files`;
    const more = result.truncated ? (result.total === null ? ' (cut)' : ` of ${result.total}`) : '';
    return `${asked} → ${plural(result.count, 'file')}${more}`;
  },
  target: (input) => `${input.pattern}\n${input.path ?? ''}`,
  reportedMs: (result) => result.elapsedMs,
});
