// Start-up noise: what a broken profile, conda or a shell snapshot writes before the output of every command.
// A line is noise when it stands at the head of what several different programs wrote: see lifecycle/noise-lines.ts.

import { hashText } from '../base/hash.ts';

/** No more lines than this are looked at. */
const LINES_MAX = 6;
const LINE_MAX = 300;

/** Only complaints can be taken for the reason of a failure. */
const COMPLAINT =
  /\b(?:not found|no such|cannot|can't|could not|unable|denied|errors?|warning|unbound|invalid|bad|illegal|fail(?:ed|s|ure)?|unknown|missing|not set)\b/i;

/** Lines of start-up files, and of shells that have no terminal: noise wherever they are seen. */
const ALWAYS =
  /^(?:[^\s:]{0,200}\/)?\.(?:zshrc|zshenv|zprofile|zlogin|bashrc|bash_profile|bash_login|profile|envrc)(?::| line )|\/shell-snapshots\/(?![^\n]{1,200}: (?:line \d{1,6}: )?(?:cd|pushd): )|^(?:bash|sh|zsh): (?:warning: setlocale|cannot set terminal process group|no job control in this shell|initialize_job_control)|^(?:perl: warning: Setting locale failed|stty: |tput: No value for \$TERM)/;

/** The shell itself did not find what it was to begin with: as all that there is, it tells that nothing else ran. */
const NOT_BEGUN = /\/shell-snapshots\/[^\s:]{1,200}: No such file or directory$/;

/** The complaints at the head of an output, before anything else. */
function* complaintsAt(output: string): Generator<{ readonly line: string; readonly end: number }> {
  let start = 0;
  for (let count = 0; count < LINES_MAX && start < output.length; count++) {
    const stop = output.indexOf('\n', start);
    const end = stop === -1 ? output.length : stop + 1;
    if (end - start > LINE_MAX) return;
    const line = output.slice(start, end).trim();
    if (line !== '' && !COMPLAINT.test(line) && !ALWAYS.test(line)) return;
    yield { line, end };
    start = end;
  }
}

/** Nearly all outputs begin with something else. */
function beginsWithComplaint(output: string): boolean {
  const stop = output.indexOf('\n');
  if (output === '' || stop > LINE_MAX) return false;
  const line = output.slice(0, stop === -1 ? LINE_MAX : stop);
  return line.trim() === '' || COMPLAINT.test(line) || ALWAYS.test(line);
}

const NONE: readonly number[] = [];

/** Hashes of the complaints that stand at the head of an output, with something behind them. */
export function leadingComplaints(output: string): readonly number[] {
  if (!beginsWithComplaint(output)) return NONE;
  const hashes: number[] = [];
  for (const { line, end } of complaintsAt(output)) {
    if (line !== '' && output.slice(end, end + LINE_MAX).trim() !== '') hashes.push(hashText(line));
  }
  return hashes;
}

/** The output from behind the noise at its head. */
export function withoutNoise(output: string, noise: ReadonlySet<number>): string {
  if (!beginsWithComplaint(output)) return output;
  let from = 0;
  for (const { line, end } of complaintsAt(output)) {
    if (line !== '' && !ALWAYS.test(line) && !noise.has(hashText(line))) break;
    from = end;
  }
  const rest = output.slice(from);
  return rest.trim() === '' && NOT_BEGUN.test(output.trimEnd()) ? output : rest;
}
