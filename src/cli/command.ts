// The definition of a command: its line in the list, its options, its help, and its action.

import type { Output } from './output.ts';

export interface OptionSpec {
  /** Nearly every command has it: help tells it last. */
  readonly isShared?: boolean;
  readonly type: 'boolean' | 'string';
  /** One letter. */
  readonly short?: string;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** One line of help. */
  readonly help: string;
  /** What other commands call it. */
  readonly elsewhere?: string;
  /** Shown for the value: `--port <n>`. */
  readonly value?: string;
}

export interface Invocation {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly out: Output;
}

/** A command is in commands/<name>.ts and is loaded on demand. */
export interface Command {
  /** Positionals, as shown in the usage line. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  /** More paragraphs of help. */
  readonly notes?: readonly string[];
  /** The exit status. */
  run(invocation: Invocation): Promise<number>;
}

/** A command's entry in the list: all that is known before it is loaded. */
export interface CommandEntry {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  load(): Promise<Command>;
  /**
   * Fast path for a command that agents start at every step: gets the bare arguments before anything else of Toolscope is
   * loaded, sets the exit status itself, and must not throw. `--help` takes the normal path.
   */
  direct?(args: readonly string[]): Promise<void>;
}
