// Generates tool-types.ts: named input and result types for every tool.

import type { Dialect, Kinded, ToolDefinition } from './define.ts';
import { failuresOf } from './failures.ts';

/** `web-search` → `WebSearch`. */
function pascalCase(id: string): string {
  return id.replace(/(?:^|-)(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

function camelCase(id: string): string {
  return id.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

function namesOf({ agent, names, pattern }: Dialect<unknown, Kinded>): string {
  const listed = [...names.map((name) => `\`${name}\``), ...(pattern === undefined ? [] : [`\`${pattern.source}…\``])];
  return agent === '*' ? 'any tool without a definition' : `${listed.join(', ')} (${agent})`;
}

function kindsOf({ dialects }: ToolDefinition): string {
  const kinds = dialects.flatMap(({ structured, text, errorText }) => [...structured, ...text, ...(errorText ?? [])]);
  return [...new Set(kinds.map(({ kind }) => `\`${kind}\``))].join(', ');
}

function typesOf(tool: ToolDefinition): string {
  const name = pascalCase(tool.id);
  const value = tool.id === 'generic' ? 'generic' : `tools.${camelCase(tool.id)}`;
  const failures = [...new Set(failuresOf(tool).map(({ code }) => `\`${code}\``))].join(', ');
  const kinds = kindsOf(tool);
  const answers = kinds === '' ? '' : `, by \`kind\`: ${kinds}`;
  return `/** Input of *${tool.title}*: ${tool.dialects.map(namesOf).join('; ')}. See \`schemas/${tool.id}.json\`. */
export type ${name}Input = InputOf<typeof ${value}>;
/** Result of *${tool.title}*${answers}.${failures === '' ? '' : ` Known failures: ${failures}.`} */
export type ${name}Result = ResultOf<typeof ${value}>;
`;
}

/** The module's text. */
export function toolTypesModule(tools: readonly ToolDefinition[], generic: ToolDefinition): string {
  const all = [...tools, generic];
  const rows = all.map(({ id }) => {
    const key = /^\w+$/.test(id) ? id : `'${id}'`;
    return `  readonly ${key}: Types<${pascalCase(id)}Input, ${pascalCase(id)}Result>;\n`;
  });
  return `// The input and result types of every tool, by name. Generated from the definitions by \`npm run generate\`.

import type { InputOf, Kinded, ResultOf } from './define.ts';
import type { generic } from './generic/generic.ts';
import type * as tools from './registry.ts';

${all.map(typesOf).join('')}
export interface Types<Input, Result extends Kinded> {
  readonly input: Input;
  readonly result: Result;
}

/** Every tool's types, by its id. */
export interface ToolTypes {
${rows.join('')}}
`;
}
