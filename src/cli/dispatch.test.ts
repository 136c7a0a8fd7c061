// Tests parsing of the command line: ways to ask for the version, and messages about unknown words.

import { expect, it } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { runLine } from './dispatch.ts';
import type { Output } from './output.ts';
import { version } from './version.ts';

/** The output, or the error message with its hint. */
async function told(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const out: Output = {
    width: 120,
    isTerminal: false,
    paint: (_, text) => text,
    safe: (text) => text,
    line: async (text) => void lines.push(text),
    bytes: async () => {},
    note: () => {},
    hasSpoken: () => lines.length > 0,
  };
  try {
    await runLine(args, 'serve', out);
    return lines.join('\n');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.message} ${error.hint}`;
  }
}

it('prints the version for every spelling of the option', async () => {
  for (const flag of ['-v', '-V', '--version']) expect(await told(flag)).toBe(version());
});

it('names the command that was meant, also one of several words', async () => {
  expect(await told('serach', 'pears')).toBe('There is no command serach. Did you mean search?');
  expect(await told('orchard')).toBe('There is no command orchard. See toolscope --help.');
  const hook = 'toolscope hook takes install, uninstall or status, or a hook input on standard input.';
  expect(await told('hook', 'instal')).toBe(`${hook} Did you mean install?`);
  expect(await told('hook', 'sing')).toBe(`${hook} See toolscope hook --help.`);
  expect(await told('hook', 'install', 'now')).toBe(`${hook} See toolscope hook --help.`);
  expect(await told('hook', 'constructor')).toBe(`${hook} See toolscope hook --help.`);
});

it('names the option that other commands call as it was typed', async () => {
  expect(await told('tail', '--limit', '3')).toBe('There is no option --limit. Did you mean --lines?');
  expect(await told('tail', '--lmit', '3')).toBe('There is no option --lmit. See toolscope tail --help.');
});

it('takes an exclusion for a part of the filter, not for an option', async () => {
  expect(await told('calls', 'is:failed', '-tol:Bash')).toContain('There is no key “tol”.');
  expect(await told('calls', '-(tol:Bash OR tool:Read)')).toContain('There is no key “tol”.');
  expect(await told('show', '-tool:Bash')).toBe('There is no option -t. See toolscope show --help.');
  expect(await told('calls', '-x')).toBe('There is no option -x. See toolscope calls --help.');
});
