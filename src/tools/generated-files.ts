// Owns which files are generated from the tools' definitions, and what is in them.

import { tools } from './all-tools.ts';
import { generic } from './generic/generic.ts';
import { toolSchema } from './schemas.ts';
import { toolsDocument } from './tools-document.ts';

export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Folders that hold generated files only: anything else in there is left over. */
export const GENERATED_FOLDERS: readonly string[] = ['schemas'];

export function generatedFiles(): readonly GeneratedFile[] {
  const all = [...tools, generic];
  return [
    ...all.map((tool) => ({
      path: `schemas/${tool.id}.json`,
      text: `${JSON.stringify(toolSchema(tool), null, 2)}\n`,
    })),
    { path: 'docs/tools.md', text: toolsDocument(all) },
  ];
}
