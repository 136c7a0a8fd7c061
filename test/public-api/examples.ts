// Finds the examples that people copy: `@example` in the public API's comments, and ts blocks in the documents.

export interface Example {
  /** File and line it stands at. */
  readonly name: string;
  readonly code: string;
  /** Marked `no-run`: it must compile, but needs something that is not there, such as a server. */
  readonly runs: boolean;
}

/** ```ts and ```ts no-run blocks of a document. */
export function examplesOfMarkdown(name: string, text: string): Example[] {
  const examples: Example[] = [];
  let block: { line: number; info: string; lines: string[] } | undefined;
  for (const [i, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line)?.[1];
    if (fence === undefined) block?.lines.push(line);
    else if (block === undefined) block = { line: i + 1, info: fence.trim(), lines: [] };
    else {
      const [language, ...marks] = block.info.split(/\s+/);
      if (language === 'ts') {
        examples.push({ name: `${name}:${block.line}`, code: block.lines.join('\n'), runs: !marks.includes('no-run') });
      }
      block = undefined;
    }
  }
  return examples;
}

/** `@example` parts of doc comments, up to the next tag or the comment's end. */
export function examplesOfSource(name: string, text: string): Example[] {
  const examples: Example[] = [];
  let block: { line: number; lines: string[] } | undefined;
  const close = (): void => {
    const code = block?.lines.join('\n').trim() ?? '';
    if (block !== undefined && code !== '') examples.push({ name: `${name}:${block.line}`, code, runs: true });
    block = undefined;
  };
  for (const [i, line] of text.split('\n').entries()) {
    const words = /^\s*\* ?(.*)$/.exec(line)?.[1];
    if (words === undefined || words.startsWith('/')) close();
    else if (words.startsWith('@')) {
      close();
      if (words.startsWith('@example')) block = { line: i + 1, lines: [] };
    } else block?.lines.push(words);
  }
  return examples;
}

/** The example as a module: with its import, where it leaves that out. */
export function moduleOf({ code }: Pick<Example, 'code'>, exported: readonly string[]): string {
  if (/^import\b/m.test(code)) return code;
  const used = exported.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `import { ${used.join(', ')} } from 'toolscope';\n${code}`;
}

/** The logs an example reads, as it writes them. */
export function logsOf({ code }: Pick<Example, 'code'>): string[] {
  return [...code.matchAll(/['"]([^'"\n]+\.jsonl)['"]/g)].flatMap(([, path]) => (path === undefined ? [] : [path]));
}
