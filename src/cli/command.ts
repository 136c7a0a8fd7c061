// What a command is: its line in the list, its options, its help, and what it does.

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

/** A command lives in commands/<name>.ts and is loaded when it is asked for. */
export interface Command {
  /** Positionals, as shown in the usage line. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  /** Further paragraphs of help. */
  readonly notes?: readonly string[];
  /** The exit status. */
  run(invocation: Invocation): Promise<number>;
}

/** A command's line in the list: all that is known of it before it is loaded. */
export interface CommandEntry {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  load(): Promise<Command>;
  /**
   * The short way, for a command that is started at every step of an agent: gets the bare arguments before anything
   * else of Toolscope is loaded, sets the exit status itself, and must not throw. `--help` takes the usual way.
   */
  direct?(args: readonly string[]): Promise<void>;
}
