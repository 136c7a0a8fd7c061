// Folder listings: LS of early Claude Code versions, whose result is a tree drawn in text.

import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import { FILE_SYSTEM_FAILURES } from '../file-failures.ts';
import { pathTail } from '../path-tail.ts';
import * as shape from '../shape.ts';
import { MISFIT } from '../shape.ts';
import { looseText, looseTexts, orJsonText } from '../shapes.ts';
import { gemini, qwen } from './ls.gemini.ts';
import { pi } from './ls.pi.ts';

export interface LsInput {
  readonly path: string;
  readonly ignore: readonly string[];
}

export interface LsEntry {
  /** As in the tree; a folder without its trailing slash. */
  readonly name: string;
  /** 0 for the listed folder itself. */
  readonly depth: number;
  readonly isFolder: boolean;
}

export interface LsTree {
  readonly kind: 'tree';
  readonly root: string | null;
  readonly entries: readonly LsEntry[];
  /** The listing says that it is not complete. */
  readonly truncated: boolean;
  /** Sentences around the tree. */
  readonly remarks: readonly string[];
}

const BRANCH = /^( {0,400})- (.*)$/;
const INDENT = 2;

export function readTree(content: string): LsTree | undefined {
  const entries: LsEntry[] = [];
  const remarks: string[] = [];
  for (const line of content.split('\n')) {
    const branch = BRANCH.exec(line);
    if (branch === null) {
      if (line.trim() !== '') remarks.push(line.trim());
      continue;
    }
    const name = branch[2] ?? '';
    const isFolder = /[/\\]$/.test(name);
    entries.push({
      name: isFolder && name.length > 1 ? name.slice(0, -1) : name,
      depth: Math.floor((branch[1] ?? '').length / INDENT),
      isFolder,
    });
  }
  if (entries.length === 0) return undefined;
  const top = entries[0];
  return {
    kind: 'tree',
    root: top !== undefined && top.depth === 0 ? top.name : null,
    entries,
    truncated: remarks.some((remark) => /^There are more than \d+/.test(remark)),
    remarks,
  };
}

const tree = shape.string().transform((content) => readTree(content) ?? MISFIT);

const claudeCode = defineDialect<LsInput, LsTree>({
  agent: 'claude-code',
  names: ['LS', 'LSTool'],
  input: shape
    .object({ path: looseText, ignore: orJsonText(looseTexts).optional() })
    .transform((raw): LsInput => ({ path: raw.path ?? '.', ignore: raw.ignore ?? [] })),
  structured: [{ kind: 'tree', schema: tree }],
  text: [{ kind: 'tree', read: (content) => readTree(content) }],
});

export const ls = defineTool<LsInput, LsTree>({
  id: 'ls',
  title: 'List folder',
  family: 'files',
  dialects: [claudeCode, pi, gemini, qwen],
  failures: FILE_SYSTEM_FAILURES,
  facts: ({ input, result }) => ({
    ...(input === null ? {} : { path: input.path }),
    ...(result === null ? {} : { matches: below(result).length, ...(result.truncated ? { truncated: true } : {}) }),
  }),
  summary: ({ input, result }) => {
    const path = pathTail(input?.path ?? result?.root ?? '');
    return result === null ? path : `${path} → ${plural(below(result).length, 'entry', 'entries')}`;
  },
  target: (input) => input.path,
});

/** Everything except the listed folder. */
function below(result: LsTree): readonly LsEntry[] {
  return result.root === null ? result.entries : result.entries.slice(1);
}
