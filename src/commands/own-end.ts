// Commands that ended themselves: a `pkill` that its own shell matched, and a limit of time that a command set itself.

import { allPrograms, baseName } from './programs.ts';

/** Signals by which `pkill` and `kill` end the shell they were called from: its own command line matched. */
const OWN_END = new Set([143, 144, 137, 15, -15, 9, -9]);

/** Whether a command that ends others ended itself. */
export function endedItself(command: string, exitCode: number | null): boolean {
  if (exitCode === null || !OWN_END.has(exitCode)) return false;
  return allPrograms(command).some(([program]) => /^(?:pkill|killall|kill)$/.test(baseName(program ?? '')));
}

/** Exit codes of `timeout` when the time was up; the latter two when it had to insist. */
const TIME_UP = new Set([124, 137, 143]);

/** `timeout 30 …`, called in any way: by its path, behind other programs, in a pipe or a script. */
const OWN_LIMIT =
  /(?:^|[\s;&|(/'"`])g?timeout(?:\.exe)?\s+(?:-\S{1,40}\s+(?:\w{1,10}\s+)?){0,4}["']?(?:[\d.]+[smhd]?|\$\S{1,60})(?:["'\s]|$)/;

/** Whether the command gave itself the time that was up. */
export function hasTimeLimit(command: string, exitCode: number | null): boolean {
  return exitCode !== null && TIME_UP.has(exitCode) && OWN_LIMIT.test(command);
}
