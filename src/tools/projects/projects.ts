// A project's shared knowledge: Projects of Claude Code, one shape for each method.

import { asArray } from '../../base/json.ts';
import { clip, utf8Bytes } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseList, looseNumber, looseText, text } from '../shapes.ts';

export interface ProjectsInput {
  readonly method: string;
  readonly path: string | null;
  readonly query: string | null;
  readonly content?: string | undefined;
  readonly localPath?: string | undefined;
}

export interface ProjectFile {
  readonly path: string;
  readonly bytes: number | null;
  readonly at: string | null;
}

export interface ProjectInfo {
  readonly kind: 'info';
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly files: readonly ProjectFile[];
  readonly knowledgeBytes: number | null;
}

export interface ProjectDocument {
  readonly kind: 'document';
  readonly path: string;
  readonly text: string | null;
  readonly localFile?: string | undefined;
  readonly bytes: number | null;
  readonly truncated: boolean;
}

export interface ProjectHits {
  readonly kind: 'hits';
  readonly hits: readonly { readonly name: string; readonly text: string | null; readonly page: number | null }[];
}

export interface ProjectWritten {
  readonly kind: 'written';
  readonly path: string;
  readonly replaced: boolean;
}

export interface ProjectDeleted {
  readonly kind: 'deleted';
  readonly path: string;
  readonly deleted: boolean;
}

export interface ProjectMemory {
  readonly kind: 'memory';
  readonly files: readonly ProjectFile[];
  readonly truncated: boolean;
}

export interface ProjectsNote {
  readonly kind: 'note';
  readonly text: string;
}

export type ProjectsResult =
  | ProjectInfo
  | ProjectDocument
  | ProjectHits
  | ProjectWritten
  | ProjectDeleted
  | ProjectMemory
  | ProjectsNote;

const file: Shape<ProjectFile> = shape
  .object({ path: text, size_bytes: looseNumber, created_at: looseText, updated_at: looseText })
  .transform((raw) => ({
    path: raw.path,
    bytes: raw.size_bytes ?? null,
    at: raw.updated_at ?? raw.created_at ?? null,
  }));

const info = shape
  .object({
    method: shape.literal('project_info'),
    name: looseText,
    description: looseText,
    instructions: looseText,
    docs: looseList(file),
    files: looseList(file),
    knowledge: shape.object({ knowledge_size: looseNumber }).optional().catch(undefined),
  })
  .transform(
    (raw): ProjectInfo => ({
      kind: 'info',
      name: raw.name ?? '',
      description: raw.description ?? '',
      instructions: raw.instructions ?? '',
      files: [...raw.docs, ...raw.files],
      knowledgeBytes: raw.knowledge?.knowledge_size ?? null,
    }),
  );

const document = shape
  .object({
    method: shape.literal('project_read', 'project_memory_read'),
    path: text,
    content: looseText,
    local_file: looseText,
    size_bytes: looseNumber,
    truncated: looseFlag,
  })
  .transform(
    (raw): ProjectDocument => ({
      kind: 'document',
      path: raw.path,
      text: raw.content ?? null,
      localFile: raw.local_file,
      bytes: raw.size_bytes ?? (raw.content === undefined ? null : utf8Bytes(raw.content)),
      truncated: raw.truncated ?? false,
    }),
  );

const hit = shape
  .object({ name: looseText, doc_uuid: looseText, text: looseText, page: looseNumber })
  .transform((raw) => ({ name: raw.name ?? raw.doc_uuid ?? '', text: raw.text ?? null, page: raw.page ?? null }));

const hits = shape
  .object({ method: shape.literal('project_search'), hits: looseList(hit), docs: anything.optional() })
  .transform((raw): ProjectHits => {
    const docs = (asArray(raw.docs) ?? []).filter((one) => typeof one === 'string');
    return { kind: 'hits', hits: [...raw.hits, ...docs.map((name) => ({ name, text: null, page: null }))] };
  });

const claudeCode = defineDialect<ProjectsInput, ProjectsResult>({
  agent: 'claude-code',
  names: ['Projects'],
  input: shape
    .object({ method: text, path: looseText, query: looseText, content: looseText, local_path: looseText })
    .transform(
      (raw): ProjectsInput => ({
        method: raw.method,
        path: raw.path ?? null,
        query: raw.query ?? null,
        content: raw.content,
        localPath: raw.local_path,
      }),
    ),
  structured: [
    { kind: 'info', schema: info },
    { kind: 'document', schema: document },
    { kind: 'hits', schema: hits },
    {
      kind: 'written',
      schema: shape
        .object({ method: shape.literal('project_write'), path: text, replaced: looseFlag })
        .transform((raw): ProjectWritten => ({ kind: 'written', path: raw.path, replaced: raw.replaced ?? false })),
    },
    {
      kind: 'deleted',
      schema: shape
        .object({ method: shape.literal('project_delete'), path: text, deleted: looseFlag })
        .transform((raw): ProjectDeleted => ({ kind: 'deleted', path: raw.path, deleted: raw.deleted ?? true })),
    },
    {
      kind: 'memory',
      schema: shape
        .object({ method: shape.literal('project_memory_list'), files: looseList(file), truncated: looseFlag })
        .transform((raw): ProjectMemory => ({ kind: 'memory', files: raw.files, truncated: raw.truncated ?? false })),
    },
  ],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

function told(result: ProjectsResult): string {
  switch (result.kind) {
    case 'info':
      return `${result.name}, ${plural(result.files.length, 'file')}`;
    case 'document':
      return result.bytes === null ? 'read' : plural(result.bytes, 'byte');
    case 'hits':
      return plural(result.hits.length, 'hit');
    case 'written':
      return result.replaced ? 'replaced' : 'written';
    case 'deleted':
      return result.deleted ? 'deleted' : 'not deleted';
    case 'memory':
      return plural(result.files.length, 'file');
    default:
      return clip(result.text, 80);
  }
}

export const projects = defineTool<ProjectsInput, ProjectsResult>({
  id: 'projects',
  title: 'Project knowledge',
  family: 'web',
  dialects: [claudeCode],
  failures: [
    { code: 'no-such-document', blame: 'agent', pattern: /not found|does not exist|No such/ },
    { code: 'project-full', blame: 'environment', pattern: /knowledge (?:size|limit)|exceeds/ },
  ],
  facts: ({ input, result }) => ({
    ...(input?.path === null || input?.path === undefined ? {} : { path: input.path }),
    ...(input?.query === null || input?.query === undefined ? {} : { query: clip(input.query, 200) }),
    ...(result?.kind === 'hits' ? { matches: result.hits.length } : {}),
    ...(result?.kind === 'document' && result.bytes !== null ? { bytes: result.bytes } : {}),
    ...((result?.kind === 'document' || result?.kind === 'memory') && result.truncated ? { truncated: true } : {}),
  }),
  summary: ({ input, result }) => {
    const method = (input?.method ?? '').replace(/^project_/, '').replaceAll('_', ' ');
    const what = `${method} ${input?.path ?? (input?.query ? `"${clip(input.query, 80)}"` : '')}`.trim();
    return result === null ? what : `${what} → ${told(result)}`;
  },
  target: (input) => `${input.method} ${input.path ?? input.query ?? ''}`.trim(),
  quietFailure: (result) =>
    result.kind === 'deleted' && !result.deleted
      ? { code: 'not-deleted', blame: 'agent', message: `${result.path} was not deleted.` }
      : null,
});
