// The files generated from the tools' definitions, and their content.

import { tools } from './all-tools.ts';
import { failuresDocument } from './failures-document.ts';
import { generic } from './generic/generic.ts';
import { toolSchema } from './schemas.ts';
import { toolTypesModule } from './tool-types-module.ts';
import { toolsDocument } from './tools-document.ts';

export interface GeneratedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Folders with generated files only: anything else in them is left over. */
export const GENERATED_FOLDERS: readonly string[] = ['schemas'];

/** Traits of every tool: a command that only queries the index need not load all definitions for them. */
function traitsModule(): string {
  const quoted = (trait: string | undefined): string => (trait === undefined ? 'null' : `'${trait}'`);
  const lines = tools.map(
    ({ id, title, family, touches, awaits }) =>
      `  { id: '${id}', title: '${title}', family: '${family}', touches: ${quoted(touches)}, awaits: ${quoted(awaits)} },\n`,
  );
  return `// What questions ask about tools, without loading them. Generated from the definitions by \`npm run generate\`.

export interface ToolTraits {
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** What it does to the file it names. */
  readonly touches: 'read' | 'edit' | 'write' | null;
  /** Whom it waits for. */
  readonly awaits: 'answer' | 'permission' | null;
}

/** Of the tool that stands in for all that are not known. */
export const GENERIC_TOOL = { id: '${generic.id}', title: '${generic.title}' } as const;

export const TOOL_TRAITS: readonly ToolTraits[] = [
${lines.join('')}];
`;
}

export function generatedFiles(): readonly GeneratedFile[] {
  const all = [...tools, generic];
  return [
    ...all.map((tool) => ({
      path: `schemas/${tool.id}.json`,
      text: `${JSON.stringify(toolSchema(tool), null, 2)}\n`,
    })),
    { path: 'docs/failures.md', text: failuresDocument() },
    { path: 'docs/tools.md', text: toolsDocument(all) },
    { path: 'src/tools/tool-traits.ts', text: traitsModule() },
    { path: 'src/tools/tool-types.ts', text: toolTypesModule(tools, generic) },
  ];
}
