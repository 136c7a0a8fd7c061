// Answers of MCP servers that arrive as successes but are errors: an error message, or a document that is only an error.

import { asName, asObject, isObject, type JsonObject } from '../../base/json.ts';
import { firstLine } from '../../base/text.ts';
import type { McpResult } from './mcp-result.ts';

/** Keys of a document about an error. With any other key, the error is only one of the things it reports. */
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

/** Whether it is about an error and nothing else. A log row, or a failed job, has more keys. */
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

/** The message, if the whole answer is an error; null for any other answer. */
export function complaintIn(result: McpResult): string | null {
  if (result.kind === 'value') return complaintOf('', result.value);
  if (result.kind !== 'reply' || result.blocks.length !== 1) return null;
  const [only] = result.blocks;
  return only?.type === 'text' ? complaintOf(only.text, only.value) : null;
}
