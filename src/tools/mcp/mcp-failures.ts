// Failures of calls to MCP servers, by the messages of clients and of the protocol.

import { firstLine } from '../../base/text.ts';
import { statusWords } from '../../commands/failure-rules/network.ts';
import type { Blame, Failure } from '../../model/outcome.ts';
import type { KnownFailure } from '../define.ts';
import { httpFailure } from '../http-status.ts';
import { causesIn } from './mcp-causes.ts';
import type { McpInput, McpResult } from './mcp-result.ts';

const HEADED_MAX = 4000;
const HEADINGS = /^(?:\s{0,9}#{1,6} [^\n]{0,200}(?:\n|$)){1,4}/;

type McpFailure = KnownFailure<McpInput, McpResult>;

/** The first informative line: servers put headings before it. */
function toldFirst(text: string): string {
  const told = text.slice(0, HEADED_MAX).replace(HEADINGS, '');
  return firstLine(told) || firstLine(text);
}

/** By the text itself, or by one of the causes at its end. */
function saying(code: string, blame: Blame, words: RegExp): McpFailure {
  return {
    code,
    blame,
    pattern: /^/,
    when: (_, text) => words.test(text) || causesIn(text).some((cause) => words.test(cause)),
    message: (text) => causesIn(text).find((cause) => words.test(cause)) ?? toldFirst(text),
  };
}

/** A host behind the server answered with this status. */
function answered(status: number, statuses: string, meaning: string): McpFailure[] {
  const known = httpFailure(status);
  if (known === null) return [];
  return [saying(known.code, known.blame, new RegExp(`^[^\\n]{0,300}(?:${statusWords(statuses, meaning)})`, 'i'))];
}

export const mcpFailures: readonly McpFailure[] = [
  saying(
    'mcp-not-connected',
    'environment',
    /^(?:MCP server "[^"\n]{1,200}" (?:is not connected|is not running|not found)|[^\n]{0,200}(?:Connection closed|not connected|[Tt]ransport closed)|Transport send error\b|(?:MCP error|Mcp error:) -32000\b)/,
  ),
  saying('mcp-timed-out', 'environment', /^(?:(?:MCP error|Mcp error:) -32001\b|[^\n]{0,200}(?:timed out|[Tt]imeout))/),
  saying(
    'mcp-unknown-tool',
    'agent',
    /^(?:(?:MCP error|Mcp error:) -32601\b|[^\n]{0,100}(?:[Uu]nknown tool|[Tt]ool [^\n]{0,100}not found|[Mm]ethod not found|No such tool available))/,
  ),
  saying(
    'mcp-bad-arguments',
    'agent',
    /^(?:(?:MCP error|Mcp error:) -32602\b|[^\n]{0,100}[Ii]nvalid (?:arguments|params|parameters|input)|[^\n]{0,200}(?:\b(?:parameter|argument|field|property)s? [^\n]{0,60}(?:is|are) (?:required|missing)|\b(?:is|are) (?:a )?(?:required|missing) (?:parameter|argument|field|property)|\bmissing required (?:parameter|argument|field|property)|\b[Rr]eceived non-uuid\b))/,
  ),
  ...answered(404, '404|410', 'Not Found|Gone'),
  ...answered(403, '401|403|407|451', 'Unauthori[sz]ed|Forbidden|Proxy Auth'),
  ...answered(429, '408|429', 'Too Many|Request Time'),
  ...answered(500, '5\\d\\d', 'Internal|Server Error|Bad Gateway|Service Unavailable|Gateway Time'),
  ...answered(400, '4\\d\\d', 'Bad Request|Conflict|Unprocessable|Payment|Method Not'),
  saying(
    'mcp-not-authorised',
    'environment',
    /^[^\n]{0,300}(?:\b401\b|\b403\b|[Uu]nauthori[sz]ed|[Aa]uthentication failed|[Ii]nvalid (?:API |api |access )?(?:token|key)\b|[Ff]orbidden|[Rr]equires? (?:re-?)?authentication|[Tt]oken (?:has )?expired|\b(?:do not|don't|does not) have (?:the )?(?:required )?permissions?\b)/,
  ),
  saying(
    'no-connection',
    'environment',
    /\bnet::ERR_(?!ABORTED|BLOCKED|FILE|INVALID|UNKNOWN)[A-Z_]{2,60}\b|\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH)\b/,
  ),
  // A browser that another session has, or that is not there
  saying(
    'resource-busy',
    'environment',
    /^[^\n]{0,300}(?:\balready (?:running|in use|locked|in progress)\b|\banother (?:instance|process)\b)/i,
  ),
  saying(
    'module-missing',
    'environment',
    /^[^\n]{0,300}(?:\bis not installed\b|\bplease install\b|\bcould not find chrome\b|\bexecutable doesn't exist\b)/i,
  ),
  // What it was asked for is not there: an element of a page, a profile, a record
  saying(
    'mcp-nothing-found',
    'agent',
    /^[^\n]{0,300}(?:\bnot found\b|\bno (?:such|element|matching)\b|\b(?:does not|doesn't) exist\b|\b(?:could not|couldn't|cannot|unable to) (?:find|locate)\b|\bunknown [a-z]{1,30} ["'`])/i,
  ),
  saying(
    'mcp-too-large',
    'tool',
    /^(?:MCP tool "[^"\n]{1,300}" response \(|Error: result \()[^\n]{0,100}exceeds maximum allowed/,
  ),
  {
    code: 'mcp-tool-error',
    blame: 'tool',
    pattern: /^/,
    message: (text) => causesIn(text)[0] ?? toldFirst(text),
  },
];

/** The failure that this message describes. */
export function failureSaying(words: string): Failure {
  const known = mcpFailures.find(({ when }) => when === undefined || when(null, words, null));
  return { code: known?.code ?? 'mcp-tool-error', blame: known?.blame ?? 'tool', message: words };
}
