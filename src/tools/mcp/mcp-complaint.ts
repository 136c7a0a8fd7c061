// Answers of MCP servers that arrive as successes and are complaints: an error in words, or a document that is nothing but one.

import { asName, asObject, isObject, type JsonObject } from '../../base/json.ts';
import { firstLine } from '../../base/text.ts';
import type { McpResult } from './mcp-result.ts';

/** What a document about an error holds. With anything else in it, an error is one of the things that it tells of. */
const ABOUT_AN_ERROR: ReadonlySet<string> = new Set(
  `error errors error_code errorcode error_type errortype error_message errormessage message msg status statuscode
  status_code code success ok iserror is_error detail details description hint help suggestion suggestions type name
  reason cause request_id requestid trace_id timestamp time path retryable retry_after stack documentation_url
  tool tool_name`.split(/\s+/),
);

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** Whether it speaks of an error and of nothing else. A row of a log, or a job that failed, has more to tell. */
function isAllError(document: JsonObject): boolean {
  const keys = Object.keys(document);
  return keys.length <= 12 && keys.every((key) => ABOUT_AN_ERROR.has(key.toLowerCase()) || isEmpty(document[key]));
}

function saysFailed(document: JsonObject): boolean {
  if (document['isError'] === true || document['is_error'] === true) return true;
  if (!isAllError(document)) return false;
  if (document['status'] === 'error' || document['success'] === false || document['ok'] === false) return true;
  return !isEmpty(document['error']) && document['error'] !== false && document['success'] !== true;
}

function wordsOf(document: JsonObject): string {
  const { error } = document;
  const inner = asObject(error);
  const said = [
    asName(error),
    asName(inner?.['message']),
    asName(document['message']),
    asName(document['error_message']),
    asName(document['msg']),
    asName(document['detail']),
    asName(document['reason']),
    asName(document['description']),
  ].find((words) => words !== undefined);
  return firstLine(said ?? JSON.stringify(document).slice(0, 400));
}

const IN_WORDS = /^\s{0,9}Error(?::|\s+(?:executing tool|calling tool)\b)/;

function complaintOf(text: string, value: unknown): string | null {
  const document = asObject(value);
  if (document !== undefined) return saysFailed(document) ? wordsOf(document) : null;
  return value === undefined && IN_WORDS.test(text) ? firstLine(text).replace(/^Error:\s{1,4}(?=\S)/, '') : null;
}

/** The words of a complaint that is all of the answer; null for any other answer. */
export function complaintIn(result: McpResult): string | null {
  if (result.kind === 'value') return complaintOf('', result.value);
  if (result.kind !== 'reply' || result.blocks.length !== 1) return null;
  const [only] = result.blocks;
  return only?.type === 'text' ? complaintOf(only.text, only.value) : null;
}
