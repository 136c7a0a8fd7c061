// Configurations as code: TypeScript, which not every version of Node can load, and line numbers of syntax errors, which none reports.

import type { ParseError } from 'jsonc-parser';
import { asObject, isObject, parseJson } from '../base/json.ts';

export function isTypeScript(path: string): boolean {
  return /\.m?ts$/.test(path);
}

/**
 * The default export of a TypeScript module, with its imports. Newer versions of Node could load it themselves, but not all of the
 * language: a configuration means the same on each.
 */
export async function importTypeScript(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const module: unknown = await createJiti(path, { fsCache: false, moduleCache: false }).import(path);
  return isObject(module) && 'default' in module ? module['default'] : module;
}

export interface SyntaxFault {
  /** Line and column, counted from 1. */
  readonly place: string;
  readonly message: string;
}

/** The compiler returns this instead of a module that it cannot read. */
const FAULT = 'exports.__JITI_ERROR__ = ';

/** The first syntax error in a text that is not valid JavaScript or TypeScript; null if it is valid. */
export async function syntaxFault(path: string, text: string): Promise<SyntaxFault | null> {
  const { createJiti } = await import('jiti');
  const compiler = createJiti(path, { fsCache: false });
  const made = compiler.transform({ source: text, filename: path, ts: isTypeScript(path) });
  const fault = made.startsWith(FAULT) ? asObject(jsonOf(made.slice(FAULT.length))) : undefined;
  if (fault === undefined) return null;
  const { line, column, message } = fault;
  return { place: `${line}:${Number(column) + 1}`, message: String(message).trimEnd() };
}

function jsonOf(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** Line and column of the first error in invalid JSON. */
export async function jsonFault(text: string): Promise<string> {
  const { parseTree } = await import('jsonc-parser');
  const faults: ParseError[] = [];
  parseTree(text, faults, { disallowComments: true });
  const before = text.slice(0, faults[0]?.offset ?? text.length).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The path with the line where its code threw, as far as the error says. */
export function placeOf(error: unknown, path: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = stack.indexOf(`${path}:`);
  const line = at === -1 ? undefined : /^:(\d+)/.exec(stack.slice(at + path.length, at + path.length + 20))?.[1];
  return line === undefined ? path : `${path}:${line}`;
}
