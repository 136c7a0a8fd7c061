// Owns which commands say something ordinary with a non-zero exit code: "no match" and "they differ" are answers.

/** Programs whose exit code 1 is an answer, not a failure. */
const ANSWERS_WITH_ONE = new Set([
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'ack',
  'diff',
  'cmp',
  'test',
  '[',
  'pgrep',
  'which',
  'type',
]);

/** The program that decides a command line's exit code: the last one of its last pipeline. */
function decidingProgram(command: string): string | undefined {
  const last =
    command
      .split(/&&|\|\||[;|\n]/)
      .at(-1)
      ?.trim() ?? '';
  const words = last.split(/\s+/).filter((word) => !/^\w+=/.test(word));
  const program =
    words[0] === 'git' && words[1] === 'grep' ? 'grep' : words[0] === 'git' && words[1] === 'diff' ? 'diff' : words[0];
  return program?.split('/').at(-1);
}

export function expectedExit(command: string, exitCode: number): boolean {
  const program = decidingProgram(command);
  return exitCode === 1 && program !== undefined && ANSWERS_WITH_ONE.has(program);
}
