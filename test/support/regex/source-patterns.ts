// Collects every regular expression written in the source, without running it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

export interface SourcePattern {
  /** `src/…/file.ts: /pattern/flags` */
  readonly name: string;
  readonly regex: RegExp;
}

export interface SourcePatterns {
  readonly patterns: readonly SourcePattern[];
  /** The files that make patterns while running, of more than a template with names in it; once for each. */
  readonly unknown: readonly string[];
}

/** Of all files below these folders, tests and views (which never read log text) left out. */
export function sourcePatterns(root: string, folders: readonly string[]): SourcePatterns {
  const patterns = new Map<string, SourcePattern>();
  const unknown: string[] = [];
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, 'utf8');
      const file = relative(root, path).split(sep).join('/');
      const add = (source: string, flags: string): void => {
        const regex = new RegExp(source, flags);
        patterns.set(`${file}: ${regex}`, { name: `${file}: ${regex}`, regex });
      };
      walk(parseAst(text, { lang: 'ts' }), (node) => {
        if (isRecord(node.regex) && node.type === 'Literal') add(String(node.regex.pattern), String(node.regex.flags));
        if (!isCallOfRegExp(node)) return;
        const [source, flags] = node.arguments;
        const template = templateText(source);
        if (template !== null) add(template, literalText(flags) ?? '');
        else unknown.push(file);
      });
    }
  }
  return { patterns: [...patterns.values()], unknown };
}

type Fields = Readonly<Record<string, unknown>>;

function walk(node: unknown, visit: (node: Fields) => void): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  else if (isRecord(node)) {
    visit(node);
    for (const value of Object.values(node)) walk(value, visit);
  }
}

function isCallOfRegExp(node: Fields): node is Fields & { arguments: unknown[] } {
  const called = node.type === 'NewExpression' || node.type === 'CallExpression';
  return called && isRecord(node.callee) && node.callee.name === 'RegExp' && Array.isArray(node.arguments);
}

/** A template with a word in place of what is put in: our templates take the name of a field. */
function templateText(node: unknown): string | null {
  if (!isRecord(node) || node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return literalText(node);
  const parts = node.quasis.map((part: unknown) =>
    isRecord(part) && isRecord(part.value) ? String(part.value.cooked) : '',
  );
  return parts.join('name');
}

function literalText(node: unknown): string | null {
  return isRecord(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
