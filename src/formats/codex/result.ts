// Reads one output that is not in a record, by the rules for those that are.

import type { Verdict } from '../../model/outcome.ts';
import type { ReadResult, ResultToRead } from '../result-to-read.ts';
import { agentOfOutput, isSpawn } from './agents.ts';
import { leadingText, readOutput } from './content.ts';
import { inputValue } from './names.ts';
import { judge } from './outcome.ts';

const AGENT_STARTED: Verdict = { status: 'background', rule: 'agent-started', failure: null };

export function readResult({ name, content: given, isError }: ResultToRead): ReadResult {
  const { content, success } = readOutput(given, '');
  const { verdict } = judge(name, content, isError ? false : success, null);
  const isStarted = verdict.status === 'ok' && isSpawn(name) && agentOfOutput(leadingText(content)) !== undefined;
  return { content, verdict: isStarted ? AGENT_STARTED : verdict };
}

/** Arguments are a JSON text in the log; other inputs stay as they are. */
export function readInput(input: unknown): unknown {
  return inputValue('arguments', input);
}
