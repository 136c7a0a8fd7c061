// Who refused the inner call that ended a script: the script's error is the answer of that call.

import { firstLine } from '../../base/text.ts';
import type { Blame } from '../../model/outcome.ts';

export interface InnerRefusal {
  readonly code: 'inner-call-rejected' | 'inner-call-denied' | 'inner-call-not-started';
  readonly blame: Blame;
  readonly message: string;
}

/** `exec_command failed …: CreateProcess { message: "Rejected(\"…\")" }`: why the command was not started. */
const WRAPPED = /^exec_command failed\b[\s\S]*\bRejected\(\\?"([\s\S]*)$/;
const WRAPPED_END = /\\?"\)" \}[\s\S]*$/;

const NOT_STARTED = /^(?:Failed to create unified exec process|Unified exec process failed|missing command line)\b/;
const BY_USER = /^(?:(?:exec command |patch )?rejected by user\b|user (?:rejected|cancelled) MCP tool call)/;
const COMMAND = /^`[\s\S]*` (?=rejected: )/;
const VERDICT = /^This action was rejected due to unacceptable risk\.\s{1,4}(?=Reason: )/;
const BY_RULE =
  /^(?:patch rejected: |rejected by configuration\b|(?:Command|Tool call) blocked by \w{1,40} hook\b|This action was rejected due to|(?:The )?[Aa]utomatic (?:permission )?approval review\b|approval required by policy)/;

function wordsInside(wrapped: string): string {
  return wrapped
    .replace(WRAPPED_END, '')
    .replace(/\\{1,16}n/g, '\n')
    .replace(/\\{1,16}"/g, '"');
}

/** Null when the script failed by itself. */
export function innerRefusal(error: string): InnerRefusal | null {
  const said = error.replace(/^\w{0,40}Error: /, '');
  const wrapped = WRAPPED.exec(said)?.[1];
  const words = wrapped === undefined ? said : wordsInside(wrapped);
  const message = firstLine(words.replace(COMMAND, '').replace(VERDICT, ''));
  if (NOT_STARTED.test(words)) return { code: 'inner-call-not-started', blame: 'environment', message };
  if (BY_USER.test(words)) return { code: 'inner-call-rejected', blame: 'user', message };
  if (wrapped === undefined && !BY_RULE.test(words) && !COMMAND.test(words)) return null;
  return { code: 'inner-call-denied', blame: 'policy', message };
}
