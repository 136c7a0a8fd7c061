// Records that report a call's end separately from its output: end events (legacy) and completed items (paginated). Both, and the items
// of `codex exec --json`, are converted to one form. Evidence: B5, B5.1. Fields are snake_case or camelCase, by item and by version.

import { asArray, asBoolean, asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { contentText, type ResultContent } from '../../model/content.ts';
import type { Verdict } from '../../model/outcome.ts';
import { base64Image, neutralBlocks } from './content.ts';
import { instant, looseNumber } from './envelope.ts';
import { commandLine, mcpName, qualified, snakeCase } from './names.ts';
import { byExitCode, byText, failure } from './outcome.ts';

export interface End {
  readonly id: string | null;
  /** Raw tool name, for a call without a request. */
  readonly tool: string;
  readonly value: JsonObject;
  readonly pointer: string;
  /** The member of `value` with the input of a nested call; null if the record itself is the input. */
  readonly inputKey: string | null;
  /** Null while the item is still in progress. */
  readonly verdict: Verdict | null;
  readonly exitCode: number | null;
  readonly content: ResultContent;
  readonly contentPointer: string;
  readonly durationMs: number | null;
  readonly startedAt: number | null;
  readonly command: string | null;
  /** The person ran it (`!cmd`), not the agent. */
  readonly byUser: boolean;
}

/** A field's name in both spellings. */
interface FieldName {
  readonly snake: string;
  readonly camel: string;
}

function named(snake: string): FieldName {
  return { snake, camel: snake.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) };
}

const EXIT_CODE = named('exit_code');
const IS_ERROR = named('is_error');
const CONTENT_ITEMS = named('content_items');
const DURATION_MS = named('duration_ms');
const COMMAND_TEXTS = ['aggregated_output', 'stdout', 'stderr', 'formatted_output'].map(named);
const PATCH_TEXTS = ['stdout', 'stderr'].map(named);

function field(value: JsonObject, { snake, camel }: FieldName): unknown {
  return value[snake] ?? value[camel];
}

/** `{secs, nanos}`, or milliseconds. */
export function durationMs(value: unknown): number | null {
  const object = asObject(value);
  if (object === undefined) return null;
  const secs = looseNumber(object['secs']);
  const nanos = looseNumber(object['nanos']);
  if (secs === undefined && nanos === undefined) return null;
  return Math.round(((secs ?? 0) * 1e9 + (nanos ?? 0)) / 1e3) / 1e3;
}

const OK: Verdict = { status: 'ok', rule: 'end:completed', failure: null };
const EXITED: Verdict = { status: 'ok', rule: 'end:exit-code', failure: null };

function failed(code: string, text: string): Verdict {
  return byText(text) ?? { status: 'error', rule: 'end:failed', failure: failure(code, 'tool', text) };
}

/** Declined: by a person, unless the text mentions a rule; some runtime refusals are written as declined too. */
function declined(text: string): Verdict {
  const known = byText(text);
  if (known !== undefined && known.status !== 'error') return known;
  if (text.trim() === '' || /\bby (?:the )?user\b/i.test(text)) {
    return { status: 'rejected', rule: 'end:declined', failure: failure('rejected-by-user', 'user', text) };
  }
  return { status: 'denied', rule: 'end:declined', failure: failure('declined', 'policy', text) };
}

/** In-progress items settle nothing. */
function byStatus(value: JsonObject, code: string, text: string): Verdict | null {
  const written = asString(value['status']);
  if (written === undefined || written === 'completed') return OK;
  const status = written.replace(/[_ ]/g, '').toLowerCase();
  if (status === 'inprogress' || status === 'running') return null;
  if (status === 'declined') return declined(text);
  if (status === 'failed' || status === 'error' || status === 'errored' || status === 'incomplete')
    return failed(code, text);
  return OK;
}

/** What an end contains besides its verdict; missing parts do not exist. */
interface Parts {
  readonly tool: string;
  readonly verdict: Verdict | null;
  readonly content: ResultContent;
  readonly contentPointer: string;
  readonly exitCode: number | null;
  readonly command: string | null;
  readonly byUser: boolean;
  readonly durationMs: number | null;
  readonly inputKey: string | null;
}

/** The pointer of content that is nowhere. */
const NOWHERE = '/-';

function parts(tool: string, verdict: Verdict | null, content: ResultContent = '', contentPointer = NOWHERE): Parts {
  return {
    tool,
    verdict,
    content,
    contentPointer,
    exitCode: null,
    command: null,
    byUser: false,
    durationMs: null,
    inputKey: null,
  };
}

/** The first of these fields that holds text, and where it is. */
function textOf(value: JsonObject, names: readonly FieldName[]): { text: string; key: string } {
  for (const name of names) {
    const text = asName(field(value, name));
    if (text !== undefined) return { text, key: name.snake in value ? name.snake : name.camel };
  }
  return { text: '', key: names[0]?.snake ?? '' };
}

function command(value: JsonObject): Parts {
  const { text, key } = textOf(value, COMMAND_TEXTS);
  const exitCode = looseNumber(field(value, EXIT_CODE)) ?? null;
  const told = byStatus(value, 'exit-code', text);
  // The exit code says more than the status, unless nothing ran or the two contradict each other.
  const coded = exitCode !== null && (told === OK || (told?.rule === 'end:failed' && exitCode !== 0));
  const line = asArray(value['command']);
  const spoken = line === undefined ? asName(value['command']) : commandLine(line);
  return {
    tool: 'exec_command',
    verdict: coded ? byExitCode(exitCode, text, EXITED) : told,
    content: text,
    contentPointer: `/${key}`,
    exitCode,
    command: spoken ?? null,
    byUser: asString(value['source'])?.replace('_', '').toLowerCase() === 'usershell',
    durationMs: null,
    inputKey: null,
  };
}

function patch(value: JsonObject): Parts {
  const { text, key } = textOf(value, PATCH_TEXTS);
  const told = byStatus(value, 'patch-failed', asName(value['stderr']) ?? text);
  const contradicted = told?.status === 'ok' && asBoolean(value['success']) === false;
  return parts('apply_patch', contradicted ? failed('patch-failed', text) : told, text, `/${key}`);
}

/** `result: {"Ok": {content, isError}} | {"Err": text}` in events; `result` and `error.message` in items. */
function mcp(value: JsonObject): Parts {
  const invocation = asObject(value['invocation']) ?? value;
  const tool = mcpName(asName(invocation['server']), asName(invocation['tool']));
  const wrapped = asObject(value['result']);
  const inner = asObject(wrapped?.['Ok']);
  const result = inner ?? wrapped;
  const blocks = asArray(result?.['content']);
  const where = inner === undefined ? '/result/content' : '/result/Ok/content';
  const error = asString(wrapped?.['Err']) ?? asString(asObject(value['error'])?.['message']) ?? asName(value['error']);
  if (error !== undefined) {
    const inObject = asObject(value['error']) === undefined ? '/error' : '/error/message';
    const at = wrapped?.['Err'] === undefined ? inObject : '/result/Err';
    return parts(tool, failed('mcp-error', error), error, at);
  }
  const content = blocks === undefined ? '' : neutralBlocks(blocks, where);
  const wrong = asBoolean(field(result ?? {}, IS_ERROR)) === true;
  const text = contentText(content);
  const verdict = wrong
    ? { status: 'error' as const, rule: 'end:is-error', failure: failure('mcp-error', 'tool', text) }
    : byStatus(value, 'mcp-error', text);
  return parts(tool, verdict, content, where);
}

function dynamic(value: JsonObject): Parts {
  const tool = qualified(asName(value['namespace']), asName(value['tool']) ?? 'unknown');
  const error = asName(value['error']);
  const blocks = asArray(field(value, CONTENT_ITEMS));
  const pointer = 'content_items' in value ? '/content_items' : '/contentItems';
  const content = blocks === undefined ? (error ?? '') : neutralBlocks(blocks, pointer);
  const wrong = error !== undefined || asBoolean(value['success']) === false;
  const text = error ?? contentText(content);
  const verdict = wrong ? failed('reported-failure', text) : byStatus(value, 'reported-failure', text);
  const inputKey = 'arguments' in value ? 'arguments' : null;
  return { ...parts(tool, verdict, content, blocks === undefined ? '/error' : pointer), inputKey };
}

function image(value: JsonObject): Parts {
  const data = asName(value['result']);
  const content = data === undefined ? '' : [base64Image(data, undefined, '/result')];
  return parts('image_generation', byStatus(value, 'generation-failed', ''), content, '/result');
}

function collab(value: JsonObject, tool: string): Parts {
  // `status` of the old events is the agent's, not the call's.
  const type = asString(value['type']);
  const isItem = type === 'CollabAgentToolCall' || type === 'collab_tool_call';
  const verdict = isItem ? byStatus(value, 'agent-failed', '') : OK;
  return parts(tool, verdict);
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['web.search', 'web_search'],
  ['image_gen.generation', 'image_generation'],
  ['clock.sleep', 'sleep'],
]);

function extension(value: JsonObject): Parts {
  const kind = asName(value['kind']) ?? 'unknown';
  const tool = EXTENSIONS.get(kind) ?? kind;
  return tool === 'image_generation' ? image(value) : parts(tool, byStatus(value, 'reported-failure', ''));
}

function partsOf(type: string, value: JsonObject): Parts | undefined {
  switch (type) {
    case 'exec_command_end':
    case 'CommandExecution':
    case 'command_execution':
      return command(value);
    case 'patch_apply_end':
    case 'FileChange':
    case 'file_change':
      return patch(value);
    case 'mcp_tool_call_end':
    case 'McpToolCall':
    case 'mcp_tool_call':
      return mcp(value);
    case 'dynamic_tool_call_response':
    case 'DynamicToolCall':
      return dynamic(value);
    case 'web_search_end':
    case 'WebSearch':
    case 'web_search':
      return parts('web_search', byStatus(value, 'search-failed', ''));
    case 'view_image_tool_call':
    case 'ImageView':
      return parts('view_image', OK);
    case 'image_generation_end':
    case 'ImageGeneration':
      return image(value);
    case 'Sleep':
      return { ...parts('sleep', OK), durationMs: looseNumber(field(value, DURATION_MS)) ?? null };
    case 'Extension':
      return extension(value);
    case 'collab_agent_spawn_end':
      return collab(value, 'spawn_agent');
    case 'collab_agent_interaction_end':
      return collab(value, 'send_input');
    case 'collab_waiting_end':
      return collab(value, 'wait_agent');
    case 'collab_close_end':
      return collab(value, 'close_agent');
    case 'collab_resume_end':
      return collab(value, 'resume_agent');
    case 'CollabAgentToolCall':
    case 'collab_tool_call':
      return collab(value, snakeCase(asName(value['tool']) ?? 'unknown'));
    default:
      return undefined;
  }
}

/** `started_at_ms` and `completed_at_ms` are next to the item; zero means unknown. */
function span(beside: JsonObject): { startedAt: number | null; ms: number | null } {
  const startedAt = instant(looseNumber(beside['started_at_ms']) || null);
  const completedAt = instant(looseNumber(beside['completed_at_ms']) || null);
  const ms = startedAt !== null && completedAt !== null && completedAt >= startedAt ? completedAt - startedAt : null;
  return { startedAt, ms };
}

/** `value` is the item, or the event itself; `beside` holds the times. Undefined for a type that ends no call. */
export function readEnd(type: string, value: JsonObject, beside: JsonObject, pointer: string): End | undefined {
  const told = partsOf(type, value);
  if (told === undefined) return undefined;
  const { startedAt, ms } = span(beside);
  return {
    id: asName(value['call_id']) ?? asName(value['callId']) ?? asName(value['id']) ?? null,
    tool: told.tool,
    value,
    pointer,
    inputKey: told.inputKey,
    verdict: told.verdict,
    exitCode: told.exitCode,
    content: withBase(told.content, pointer),
    // There may be no content to find again.
    contentPointer: `${pointer}${told.content === '' ? NOWHERE : told.contentPointer}`,
    durationMs: durationMs(value['duration']) ?? told.durationMs ?? ms,
    startedAt,
    command: told.command,
    byUser: told.byUser,
  };
}

/** Pointers inside blocks start at the item; this prepends the path to the item. */
function withBase(content: ResultContent, base: string): ResultContent {
  if (typeof content === 'string') return content;
  return content.map((block) =>
    block.type === 'image' || block.type === 'document' ? { ...block, pointer: `${base}${block.pointer}` } : block,
  );
}
