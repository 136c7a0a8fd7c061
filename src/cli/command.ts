// Owns what a command is: a name, its options, its help, and what it does. Every command lives in commands/<name>.ts.

import type { Output } from './output.ts';

export interface OptionSpec {
  readonly type: 'boolean' | 'string';
  /** One letter. */
  readonly short?: string;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** One line of help. */
  readonly help: string;
  /** Shown for the value: `--port <n>`. */
  readonly value?: string;
}

export interface Invocation {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly out: Output;
}

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Positionals, as shown in the usage line. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  /** Further paragraphs of help. */
  readonly notes?: readonly string[];
  /** The exit status. */
  run(invocation: Invocation): Promise<number>;
}
