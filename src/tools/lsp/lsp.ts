// Questions to language servers: LSP of Claude Code.

import { firstLine } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool, type KnownFailure } from '../define.ts';
import { FILE_SYSTEM_FAILURES } from '../file-failures.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { looseNumber, looseText, text } from '../shapes.ts';

export interface LspInput {
  readonly operation: string;
  readonly path: string;
  /** 1-based. */
  readonly line?: number | undefined;
  readonly character?: number | undefined;
  readonly query?: string | undefined;
}

export interface LspAnswer {
  readonly kind: 'answer';
  readonly operation: string;
  readonly path: string;
  readonly text: string;
  /** Number of positions or symbols found. Null when the log does not say. */
  readonly results: number | null;
  readonly files: number | null;
}

const structured = shape
  .object({
    operation: text,
    result: text,
    filePath: looseText,
    resultCount: looseNumber,
    fileCount: looseNumber,
  })
  .transform(
    (raw): LspAnswer => ({
      kind: 'answer',
      operation: raw.operation,
      path: raw.filePath ?? '',
      text: raw.result,
      results: raw.resultCount ?? null,
      files: raw.fileCount ?? null,
    }),
  );

/** "Found 51 references across 20 files:", "No definition found…" */
function counted(content: string): { results: number | null; files: number | null } {
  const head = content.slice(0, 200);
  const found = /^Found (\d{1,9}) /.exec(head);
  if (found !== null) {
    const files = / across (\d{1,9}) files?\b/.exec(head)?.[1];
    return { results: Number(found[1]), files: files === undefined ? null : Number(files) };
  }
  return /^No [a-z ]{1,60} (?:found|available)/i.test(head) ? { results: 0, files: 0 } : { results: null, files: null };
}

const claudeCode = defineDialect<LspInput, LspAnswer>({
  agent: 'claude-code',
  names: ['LSP'],
  input: shape
    .object({
      operation: text,
      filePath: looseText,
      file_path: looseText,
      line: looseNumber,
      character: looseNumber,
      query: looseText,
    })
    .transform(
      (raw): LspInput => ({
        operation: raw.operation,
        path: raw.filePath ?? raw.file_path ?? '',
        line: raw.line,
        character: raw.character,
        query: raw.query,
      }),
    ),
  structured: [{ kind: 'answer', schema: structured }],
  text: [
    {
      kind: 'answer',
      read: (content, { input }) => ({
        kind: 'answer',
        operation: input?.operation ?? '',
        path: input?.path ?? '',
        text: content,
        ...counted(content),
      }),
    },
  ],
});

/** Error messages, which also arrive as successful results. */
const SERVER_FAILURES: readonly KnownFailure<unknown>[] = [
  { code: 'no-language-server', blame: 'environment', pattern: /^No LSP server available for file type/ },
  {
    code: 'language-server-failed',
    blame: 'environment',
    pattern: /^(?:Error performing \w{1,60}|LSP server (?:manager )?(?:not|is not|failed|crashed))/,
  },
];

export const lsp = defineTool<LspInput, LspAnswer>({
  id: 'lsp',
  title: 'Language server',
  family: 'search',
  dialects: [claudeCode],
  failures: [...SERVER_FAILURES, ...FILE_SYSTEM_FAILURES],
  facts: ({ input, result }) => ({
    ...(input === null ? {} : { path: input.path }),
    ...(input?.query === undefined ? {} : { query: input.query }),
    ...(result === null || result.results === null ? {} : { matches: result.results }),
    ...(result === null || result.files === null ? {} : { files: result.files }),
  }),
  summary: ({ input, result }) => {
    const place = input?.line === undefined ? '' : `:${input.line}`;
    const asked = `${input?.operation ?? result?.operation ?? ''} ${pathTail(input?.path ?? result?.path ?? '')}${place}`;
    if (result === null || result.results === null) return asked;
    return `${asked} → ${result.results === 0 ? 'nothing' : plural(result.results, 'result')}`;
  },
  target: (input) =>
    `${input.operation}\n${input.path}\n${input.line ?? ''}:${input.character ?? ''}${input.query ?? ''}`,
  quietFailure: (result) => {
    const known = SERVER_FAILURES.find(({ pattern }) => pattern.test(result.text));
    return known === undefined ? null : { code: known.code, blame: known.blame, message: firstLine(result.text) };
  },
});
