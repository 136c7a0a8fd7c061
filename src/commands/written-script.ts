// Scripts that a command line writes to a file and runs: what goes wrong inside them is the script's own fault.

import { baseName, decidingPrograms } from './programs.ts';

/** `cat > dir/name.sh <<E`, `printf … > name.sh`, `tee name.sh`. */
const WRITES = /(?:>{1,2}|\btee(?: -a)?)\s{0,4}["']?([^\s"'<>;&|()]{1,300})/g;

/** A shell that stumbles in a script names the file and the line. */
const COMPLAINT = /^(?:[^\s:]{1,60}: )?([^\s:]{1,300}): (?:line )?\d{1,6}: \S[^\n]{0,400}$/gm;

/** The last complaint about a script that the command line wrote, and that can have decided the exit. Null for none. */
export function writtenScriptComplaint(command: string, text: string): string | null {
  if (!command.includes('>') && !command.includes('tee')) return null;
  let told: string | null = null;
  for (const [line, path = ''] of text.matchAll(COMPLAINT)) {
    const name = baseName(path);
    const isWritten = [...command.matchAll(WRITES)].some(([, file = '']) => baseName(file) === name);
    const isRun = isWritten && decidingPrograms(command).some((words) => words.some((word) => baseName(word) === name));
    if (isRun) told = line;
  }
  return told;
}
