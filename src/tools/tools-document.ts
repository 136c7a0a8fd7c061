// Generates docs/tools.md: which tools are supported, under which names, with which results and failures.

import { plural } from '../base/units.ts';
import type { Dialect, Family, Kinded, ToolDefinition } from './define.ts';
import { failuresOf } from './failures.ts';

const FAMILIES: readonly (readonly [Family, string])[] = [
  ['shell', 'Shell'],
  ['files', 'Files'],
  ['search', 'Search'],
  ['agents', 'Agents and skills'],
  ['tasks', 'Tasks and background work'],
  ['plan', 'Plans, todos and goals'],
  ['dialogue', 'Dialogue with the person'],
  ['web', 'Web'],
  ['mcp', 'MCP'],
  ['session', 'Session'],
  ['other', 'Everything else'],
];

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}

function code(text: string): string {
  return `\`${escaped(text)}\``;
}

function namesOf(dialect: Dialect<unknown, Kinded>): string {
  const names = dialect.names.map(code);
  if (dialect.pattern !== undefined) names.push(`names like ${code(dialect.pattern.source)}`);
  if (dialect.claims !== undefined) names.push(`some calls of ${dialect.claims.names.map(code).join(', ')}`);
  return names.length === 0 ? 'any name' : names.join(', ');
}

function kindsOf(variants: readonly { readonly kind: string }[] | undefined): string {
  const kinds = [...new Set((variants ?? []).map(({ kind }) => kind))];
  return kinds.length === 0 ? '–' : kinds.join(', ');
}

/** How a call's result is parsed. */
function supportOf({ structured, text }: Dialect<unknown, Kinded>): string {
  if (structured.length === 0) return text.length === 0 ? 'input only' : 'text';
  return text.length === 0 ? 'structured' : 'structured and text';
}

function agentOf({ agent }: Dialect<unknown, Kinded>): string {
  return agent === '*' ? 'every agent' : agent;
}

function overview(tools: readonly ToolDefinition[]): string[] {
  return [
    '| tool | agent | raw names | results read from |',
    '|---|---|---|---|',
    ...tools.flatMap((tool) =>
      tool.dialects.map((dialect, i) => {
        const title = i === 0 ? `[${escaped(tool.title)}](#${tool.id})` : '';
        return `| ${title} | ${agentOf(dialect)} | ${namesOf(dialect)} | ${supportOf(dialect)} |`;
      }),
    ),
  ];
}

function failures(tool: ToolDefinition): string[] {
  const listed = failuresOf(tool);
  if (listed.length === 0 && tool.quietFailure === undefined) return [];
  const quiet =
    tool.quietFailure === undefined
      ? []
      : ['', 'A result that arrives as a success and says that it failed is recognised.'];
  if (listed.length === 0) return quiet;
  return [
    '',
    '| failure | blame | when the call was |',
    '|---|---|---|',
    ...listed.map((failure) => `| ${code(failure.code)} | ${failure.blame} | ${failure.statuses.join(', ')} |`),
    ...quiet,
  ];
}

function section(tool: ToolDefinition): string[] {
  return [
    '',
    `### ${tool.id}`,
    '',
    `${tool.title}. Schema: [\`schemas/${tool.id}.json\`](../schemas/${tool.id}.json).`,
    '',
    '| agent | structured results | texts | texts of failures |',
    '|---|---|---|---|',
    ...tool.dialects.map(
      (dialect) =>
        `| ${agentOf(dialect)} | ${kindsOf(dialect.structured)} | ${kindsOf(dialect.text)} | ${kindsOf(dialect.errorText)} |`,
    ),
    ...failures(tool),
  ];
}

/** The whole document. */
export function toolsDocument(tools: readonly ToolDefinition[]): string {
  const names = tools.reduce(
    (sum, tool) => sum + tool.dialects.reduce((inner, dialect) => inner + dialect.names.length, 0),
    0,
  );
  const codes = new Set(tools.flatMap((tool) => failuresOf(tool).map((failure) => failure.code))).size;
  const byFamily = FAMILIES.map(([family, title]) => ({
    title,
    tools: tools.filter((tool) => tool.family === family),
  }));
  const lines = [
    '<!-- Generated from src/tools by `npm run generate`. Edits here are lost. -->',
    '# Tools',
    '',
    `${plural(tools.length, 'tool')} under ${plural(names, 'raw name')}, with ${plural(codes, 'known failure')}. A result is understood by its`,
    'structured companion where the log has one, else by the text the model saw, else it is shown raw. A tool that is not',
    'listed is shown by the generic view, with everything the log holds.',
    '',
    'Blame says whose problem a failure is. What is *expected* is nobody’s: it is never red and never in an error rate.',
  ];
  for (const group of byFamily) {
    if (group.tools.length > 0) lines.push('', `## ${group.title}`, '', ...overview(group.tools));
  }
  lines.push('', '## Results and failures', ...tools.flatMap(section));
  return `${lines.join('\n')}\n`;
}
