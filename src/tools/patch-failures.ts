// Why a Codex patch did not apply: for the tool itself, and for scripts that call it.

import { firstLine } from '../base/text.ts';
import { readExecReport } from '../model/exec-report.ts';
import type { KnownFailure } from './define.ts';

/** The output line with the match. A report's header, or the shell's own message, may come before it. */
function lineWith(pattern: RegExp, text: string): string {
  const output = readExecReport(text)?.output ?? text;
  const at = pattern.exec(output)?.index ?? 0;
  return firstLine(output.slice(output.lastIndexOf('\n', at) + 1));
}

/** The first line after a report's header. */
export function reportedLine(text: string): string {
  return firstLine(readExecReport(text)?.output ?? text);
}

function patchFailure(code: string, pattern: RegExp): KnownFailure<unknown> {
  return { code, blame: 'agent', pattern, message: (text) => lineWith(pattern, text) };
}

/** Why a patch did not apply. The message may follow a report's header, or be inside its JSON. */
export const PATCH_FAILURES: readonly KnownFailure<unknown>[] = [
  patchFailure('lines-not-found', /Failed to find (?:expected lines|context) /),
  patchFailure(
    'patch-file-missing',
    /^(?:\{"output":")?(?:apply_patch verification failed: |error: )?Failed to (?:read|delete) [^\n]{0,1000}(?:No such file|os error 2\b)/m,
  ),
  patchFailure('patch-empty', /No files were modified\./),
  patchFailure(
    'patch-invalid',
    /[Ii]nvalid (?:patch|hunk)|is not a valid hunk header|The (?:first|last) line of the patch must be/,
  ),
];
