// Syntax highlighting: tokens for each line, as data. No HTML is generated, so nothing in a text can become markup.

import type { HLJSApi } from 'highlight.js';
import { grammars, type Language } from './languages.ts';

export interface Token {
  readonly text: string;
  /** What it is: keyword, string, comment, …; null for plain text. */
  readonly scope: string | null;
}

/** Highlighting runs at about 3 MB per second: this much of a text keeps it under 20 ms. The rest is shown plain. */
const HIGHLIGHT_MAX = 48_000;
/** Lines of minified code are not worth highlighting. */
const LINE_MAX = 2_000;

/** Replaces the library's HTML emitter: keeps flat tokens, with the outermost part of their scope. */
class TokenEmitter {
  readonly tokens: Token[] = [];
  readonly #scopes: (string | null)[] = [];

  addText(text: string): void {
    if (text !== '') this.tokens.push({ text, scope: this.#scopes.findLast((scope) => scope !== null) ?? null });
  }

  startScope(scope: string): void {
    this.#scopes.push(scope.split('.')[0] ?? null);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  /** Takes the tokens of an embedded language, such as a script in a page. */
  __addSublanguage(inner: TokenEmitter): void {
    this.tokens.push(...inner.tokens);
  }

  finalize(): void {
    this.#scopes.length = 0;
  }

  toHTML(): string {
    return '';
  }
}

let library: Promise<HLJSApi> | null = null;
const ready = new Map<Language, Promise<HLJSApi>>();

async function loadLibrary(): Promise<HLJSApi> {
  const { default: api } = await import('highlight.js/lib/core');
  // The library's types require its own emitter; the methods it calls are in the class above.
  const options: object = { __emitter: TokenEmitter };
  api.configure(options);
  return api;
}

async function loadLanguage(language: Language): Promise<HLJSApi> {
  library ??= loadLibrary();
  const [api, grammar] = await Promise.all([library, grammars[language]()]);
  api.registerLanguage(language, grammar.default);
  return api;
}

/** Splits tokens at line ends, one list per line. */
export function tokensByLine(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { text, scope } of tokens) {
    const parts = text.split('\n');
    parts.forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, scope });
    });
  }
  return lines;
}

/** The part of a text that is worth highlighting: whole lines, none of them very long. */
function colourable(text: string): string {
  let end = text.length;
  if (end > HIGHLIGHT_MAX) end = Math.max(0, text.lastIndexOf('\n', HIGHLIGHT_MAX));
  const part = text.slice(0, end);
  return part.split('\n').some((line) => line.length > LINE_MAX) ? '' : part;
}

/** Tokens of the first lines of a text, or null when there is nothing to colour. */
export async function highlightLines(text: string, language: Language): Promise<Token[][] | null> {
  const part = colourable(text);
  if (part === '') return null;
  let loading = ready.get(language);
  if (loading === undefined) {
    loading = loadLanguage(language);
    ready.set(language, loading);
  }
  const api = await loading;
  const result = api.highlight(part, { language, ignoreIllegals: true });
  const emitter: unknown = Reflect.get(result, '_emitter');
  return emitter instanceof TokenEmitter ? tokensByLine(emitter.tokens) : null;
}
