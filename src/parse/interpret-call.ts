// Parses one call: a request, and its result if there is one, in the form any program has them.

import { readResult as readClaudeResult } from '../formats/claude-code/result.ts';
import { readInput as readCodexInput, readResult as readCodexResult } from '../formats/codex/result.ts';
import { readResult as readRapResult } from '../formats/rap/result.ts';
import type { ReadResult, ResultToRead } from '../formats/result-to-read.ts';
import { decide } from '../lifecycle/status.ts';
import { contentText } from '../model/content.ts';
import type { ToolDefinition } from '../tools/define.ts';
import { errorTextOf, type FullInterpretation, interpretAs } from '../tools/interpret.ts';
import { type Found, lookUp, ToolTable } from '../tools/lookup.ts';
import type { ParsedCall } from './parsed-call.ts';

/** One request with its result, as the agent's log spells them. */
export interface CallToParse {
  /** `claude-code`, `codex`, `rap`; any other name is read like Claude Code. */
  readonly agent?: string | undefined;
  /** The tool's raw name. */
  readonly name: string;
  readonly input?: unknown;
  /** What the model saw: a text or a list of blocks. Left out while there is no result. */
  readonly content?: unknown;
  /** The structured companion (`toolUseResult`), if the log has one. */
  readonly structured?: unknown;
  readonly isError?: boolean | null | undefined;
}

/** Parses one call. */
export type Parser = (call: CallToParse) => ParsedCall;

const READERS: { readonly [agent: string]: (result: ResultToRead) => ReadResult } = {
  codex: readCodexResult,
  rap: readRapResult,
};

const DEFAULT_AGENT = 'claude-code';

function resultOf(agent: string, { name, content, structured, isError }: CallToParse): ReadResult | null {
  if (content === undefined && structured === undefined) return null;
  const read = Object.hasOwn(READERS, agent) ? READERS[agent] : undefined;
  return (read ?? readClaudeResult)({ name, content, structured, isError: isError === true });
}

/** The typed halves and what follows from them. `decided` is the call's own status, if more is known than its result. */
export function parsedFrom(
  call: Pick<ParsedCall, 'agent' | 'name'>,
  { light, input, result }: FullInterpretation,
  read: ReadResult | null,
  decided: Pick<ParsedCall, 'status' | 'failure'>,
): ParsedCall {
  const isFailed = decided.status !== 'ok' && decided.status !== 'background';
  const made = {
    tool: light.toolId,
    agent: call.agent,
    name: call.name,
    input,
    result,
    via: light.result?.via ?? null,
    status: decided.status,
    failure: decided.failure,
    masked: light.masked,
    summary: light.summary,
    facts: light.facts,
    text: read === null ? null : isFailed ? errorTextOf(read.content) : contentText(read.content),
    reportedMs: light.reportedMs,
    problems: light.problems,
  };
  // Of the types of the tool it was made by: `ToolTypes` is generated from the same definitions.
  return made as unknown as ParsedCall;
}

type Find = (agent: string, name: string, input: unknown) => Found;

function parse(call: CallToParse, find: Find): ParsedCall {
  const { agent = DEFAULT_AGENT, name, structured } = call;
  const input = agent === 'codex' ? readCodexInput(call.input) : call.input;
  const read = resultOf(agent, call);
  const outcome = read === null ? null : { ...read, structured };
  const full = interpretAs(find(agent, name, input), { agent, tool: name, input, outcome });
  const decided = decide({
    result: read,
    end: null,
    failureAtEnd: null,
    interpretation: full.light,
    refused: false,
    began: false,
    isEndLogged: true,
    live: true,
    movedOn: false,
  });
  return parsedFrom({ agent, name }, full, read, decided);
}

/**
 * One request and its result, typed. Without a result the call is `running`.
 *
 * @example
 * import { interpretCall, isTool } from 'toolscope/parse';
 * const call = interpretCall({ agent: 'claude-code', name: 'Bash', input: { command: 'ls' }, content: 'a.txt' });
 * if (isTool(call, 'shell') && call.result?.kind === 'output') console.log(call.result.stdout);
 */
export function interpretCall(call: CallToParse): ParsedCall {
  return parse(call, lookUp);
}

/**
 * `interpretCall` for some tools only, so that a bundle contains no others. Everything else is `generic`.
 *
 * @example
 * import { edit, parserOf, shell } from 'toolscope/parse';
 * const parse = parserOf([shell, edit]);
 * console.log(parse({ name: 'Bash', input: { command: 'ls' }, content: 'a.txt' }).summary);
 */
export function parserOf(tools: readonly ToolDefinition[]): Parser {
  const table = new ToolTable(tools);
  const find: Find = (agent, name, input) => table.lookUp(agent, name, input);
  return (call) => parse(call, find);
}
