// `system` records: compaction, cleared context, turn times, hook summaries, retries, and notices.

import { asArray, asName, asNumber, asObject, asString, type JsonObject, memberOf } from '../../base/json.ts';
import type { Observation } from '../../model/observation.ts';
import { spoken } from './assistant.ts';
import type { Seen } from './envelope.ts';
import { observeHookText, observeStopHooks } from './hooks.ts';
import { SYSTEM_NOTICES } from './records.ts';
import { observeText } from './user.ts';

function texts(value: unknown): string[] {
  return (asArray(value) ?? []).filter((item): item is string => typeof item === 'string');
}

function observeCompaction(record: JsonObject, seen: Seen): Observation[] {
  // Streams spell it in snake case.
  const metadata = asObject(record['compactMetadata'] ?? record['compact_metadata']);
  return [
    {
      kind: 'context-compacted',
      ...seen,
      trigger: asName(metadata?.['trigger']) ?? 'unknown',
      preTokens: asNumber(metadata?.['preTokens'] ?? metadata?.['pre_tokens']) ?? null,
      postTokens: asNumber(metadata?.['postTokens'] ?? metadata?.['post_tokens']) ?? null,
    },
  ];
}

export function observeSystem(record: JsonObject, seen: Seen): Observation[] {
  const subtype = asString(memberOf(record, 'subtype'));
  const content = asString(memberOf(record, 'content')) ?? '';
  switch (subtype) {
    case 'compact_boundary':
      return observeCompaction(record, seen);
    case 'microcompact_boundary': {
      const cleared = texts(asObject(record['microcompactMetadata'])?.['compactedToolIds']);
      return [{ kind: 'context-cleared', ...seen, callIds: cleared }];
    }
    case 'turn_duration': {
      const durationMs = asNumber(memberOf(record, 'durationMs'));
      return durationMs === undefined ? [] : [{ kind: 'turn-measured', ...seen, durationMs }];
    }
    case 'stop_hook_summary':
      return observeStopHooks(record, seen);
    case 'api_error':
      return [spoken(seen, 'api-error', retryText(record), '/error', null)];
    case 'model_refusal_fallback':
      return [
        { kind: 'records-superseded', ...seen, records: texts(record['retractedMessageUuids']) },
        spoken(seen, 'notice', content, '/content', null),
      ];
    case 'agents_killed':
      return [spoken(seen, 'notice', content === '' ? 'Background agents were stopped.' : content, '/content', null)];
    case undefined:
      return [observeHookText(record, content, seen) ?? spoken(seen, 'notice', content, '/content', null)];
    default:
      if (subtype === 'local_command') return observeText(content, '/content', record, seen);
      return SYSTEM_NOTICES.has(subtype)
        ? [spoken(seen, 'notice', content, '/content', null)]
        : [{ kind: 'unrecognised', ...seen, what: `system/${subtype}` }];
  }
}

function retryText(record: JsonObject): string {
  const error = record['error'];
  const message =
    typeof error === 'string'
      ? error
      : (asName(asObject(error)?.['message']) ?? asName(asObject(error)?.['type']) ?? 'API error');
  const attempt = asNumber(record['retryAttempt']);
  const most = asNumber(record['maxRetries']);
  return attempt === undefined ? message : `${message} (attempt ${attempt}${most === undefined ? '' : ` of ${most}`})`;
}
