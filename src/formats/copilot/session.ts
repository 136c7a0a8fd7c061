// What events say about the session: its folder, its model and mode, compactions, tokens.

import { asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import type { Observation, SessionFields } from '../../model/observation.ts';
import type { TokenUsage } from '../../model/usage.ts';
import type { Memory } from './memory.ts';
import type { Event } from './records.ts';

function contextFields(context: JsonObject): SessionFields {
  const fields: SessionFields = {};
  const cwd = asName(context['cwd']);
  const gitBranch = asName(context['branch']);
  if (cwd !== undefined) fields.cwd = cwd;
  if (gitBranch !== undefined) fields.gitBranch = gitBranch;
  return fields;
}

export function describe({ seen }: Event, fields: SessionFields): Observation[] {
  return Object.keys(fields).length === 0 ? [] : [{ kind: 'session-described', ...seen, fields }];
}

/** The start, and every time it is resumed. */
export function observeStart(event: Event, memory: Memory): Observation[] {
  const { data } = event;
  memory.model = asName(data['selectedModel']) ?? memory.model;
  const fields = contextFields(asObject(data['context']) ?? {});
  const version = asName(data['copilotVersion']);
  const parent = asName(data['detachedFromSpawningParentSessionId']);
  const vscode = asName(data['vscodeVersion']);
  if (version !== undefined) fields.version = version;
  if (parent !== undefined) fields.parentSession = parent;
  if (vscode !== undefined) fields.originator = `VS Code ${vscode}`;
  return describe(event, fields);
}

export function observeContext(event: Event): Observation[] {
  return describe(event, contextFields(event.data));
}

export function observeTitle(event: Event): Observation[] {
  const title = asName(event.data['title']);
  return title === undefined ? [] : describe(event, { title, titleBy: 'model' });
}

export function observeCompaction({ data, seen }: Event): Observation[] {
  const summary = asString(data['summaryContent']);
  const pointer = '/data/summaryContent';
  const told = {
    kind: 'message-spoken',
    ...seen,
    what: 'compact-summary',
    pointer,
    model: null,
    callId: null,
  } as const;
  return [
    {
      kind: 'context-compacted',
      ...seen,
      trigger: asName(data['trigger']) ?? 'unknown',
      preTokens: asNumber(data['preCompactionTokens']) ?? null,
      postTokens: asNumber(data['postCompactionTokens']) ?? null,
    },
    ...(summary === undefined ? [] : [{ ...told, text: summary }]),
  ];
}

const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

/** Messages report only what the model wrote. */
export function usageOfMessage({ data, seen, id }: Event, memory: Memory): Observation[] {
  const output = asNumber(data['outputTokens']);
  const key = asName(data['messageId']) ?? id;
  if (output === undefined || key === null || memory.logsRequests) return [];
  const model = asName(data['model']) ?? memory.model;
  const counted = memory.counted;
  counted.set(model ?? '', (counted.get(model ?? '') ?? 0) + output);
  return [{ kind: 'usage-counted', ...seen, key, model, usage: { ...NOTHING, output } }];
}

function usageOf(used: JsonObject): TokenUsage {
  const cacheRead = asNumber(used['cacheReadTokens']) ?? 0;
  const cacheWrite = asNumber(used['cacheWriteTokens']) ?? 0;
  return {
    // The input includes what came from the cache and went there.
    input: Math.max(0, (asNumber(used['inputTokens']) ?? 0) - cacheRead - cacheWrite),
    output: asNumber(used['outputTokens']) ?? 0,
    cacheRead,
    cacheWrite,
    reasoning: asNumber(used['reasoningTokens']) ?? 0,
  };
}

/** Newer versions log every request, with what the model wrote: then messages and totals add nothing. */
export function usageOfRequest({ data, seen, id }: Event, memory: Memory): Observation[] {
  const used = asObject(data['usage']);
  const key = asName(used?.['apiCallId']) ?? id;
  if (used === undefined || key === null || asNumber(used['outputTokens']) === undefined) return [];
  memory.logsRequests = true;
  return [
    {
      kind: 'usage-counted',
      ...seen,
      key: `request:${key}`,
      model: asName(used['model']) ?? null,
      usage: usageOf(used),
    },
  ];
}

/** Totals since the beginning of the session, over all resumes: what messages reported is subtracted. */
export function usageAtEnd({ data, seen }: Event, memory: Memory): Observation[] {
  if (memory.logsRequests) return [];
  // Messages of old versions name no model.
  let unnamed = memory.counted.get('') ?? 0;
  const metrics = asObject(data['modelMetrics']) ?? asObject(asObject(data['accountingSnapshot'])?.['modelMetrics']);
  return Object.entries(metrics ?? {}).flatMap(([model, value]): Observation[] => {
    const used = asObject(asObject(value)?.['usage']);
    if (used === undefined) return [];
    const untold = Math.max(0, (asNumber(used['outputTokens']) ?? 0) - (memory.counted.get(model) ?? 0));
    const output = Math.max(0, untold - unnamed);
    unnamed -= untold - output;
    const usage: TokenUsage = { ...usageOf(used), output };
    return [{ kind: 'usage-counted', ...seen, key: `totals:${model}`, model, usage }];
  });
}
