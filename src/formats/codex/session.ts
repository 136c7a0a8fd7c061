// The circumstances of a session: `session_meta`, `turn_context`, applied settings. Evidence: B3, B7.

import { asName, asObject, type JsonObject, memberOf } from '../../base/json.ts';
import type { SessionFields } from '../../model/observation.ts';
import { instant, looseNumber, timeOfId } from './envelope.ts';
import type { Memory, OwnThread } from './memory.ts';

/** The path inside a `file:` URI; anything else stays as it is. Newer builds write folders that way (B5.1). */
export function pathOf(value: string): string {
  const match = /^file:\/\/([^/]*)(\/.*)?$/.exec(value);
  if (match === null) return value;
  let path = match[2] ?? '/';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A stray % sign: the path as written is still the best there is.
  }
  if (/^\/[A-Za-z]:/.test(path)) return path.slice(1);
  const host = match[1] ?? '';
  return host === '' || host === 'localhost' ? path : `//${host}${path}`;
}

/** `cli`, `vscode`, `exec`, …; for a subagent also which kind: `subagent:review`, `subagent:thread_spawn`. */
function entrypointOf(source: unknown): string | undefined {
  if (typeof source === 'string') return asName(source);
  const [kind, detail] = Object.entries(asObject(source) ?? {})[0] ?? [];
  if (kind === undefined) return undefined;
  const name = typeof detail === 'string' ? detail : Object.keys(asObject(detail) ?? {})[0];
  return name === undefined ? kind : `${kind}:${name}`;
}

function spawnOf(meta: JsonObject): JsonObject | undefined {
  const subagent = asObject(asObject(meta['source'])?.['subagent']);
  return asObject(subagent?.['thread_spawn']);
}

function isSubagent(meta: JsonObject): boolean {
  return asObject(meta['source'])?.['subagent'] !== undefined || asName(meta['parent_thread_id']) !== undefined;
}

export function threadOfMeta(meta: JsonObject): string | undefined {
  return asName(meta['id']) ?? asName(meta['session_id']);
}

/**
 * Identity, and whether lines of a parent may follow (B3). `forked_from_id`: the parent's lines are copied in.
 * `subagent_history_start_ordinal`: they are, and this is where they stop. `history_base`: they are only referred to.
 */
export function ownThread(meta: JsonObject): { own: OwnThread; copied: boolean } | undefined {
  const id = threadOfMeta(meta);
  if (id === undefined) return undefined;
  const forkedFrom = asName(meta['forked_from_id']);
  const startOrdinal = looseNumber(meta['subagent_history_start_ordinal']) ?? null;
  const createdMs = timeOfId(id) ?? instant(meta['timestamp']);
  const forked = forkedFrom !== undefined || isSubagent(meta);
  const referred = asObject(meta['history_base']) !== undefined;
  return { own: { id, createdMs, forked, startOrdinal }, copied: forkedFrom !== undefined && !referred };
}

type Fields = Pick<
  SessionFields,
  | 'title'
  | 'cwd'
  | 'gitBranch'
  | 'version'
  | 'entrypoint'
  | 'originator'
  | 'parentSession'
  | 'forkedFrom'
  | 'permissionMode'
>;

function set(fields: Fields, key: keyof Fields, value: string | undefined): void {
  if (value !== undefined) fields[key] = value;
}

function folderOf(value: unknown): string | undefined {
  const cwd = asName(value);
  return cwd === undefined ? undefined : pathOf(cwd);
}

export function metaFields(meta: JsonObject): Fields {
  const spawn = spawnOf(meta);
  const fields: Fields = {};
  set(fields, 'cwd', folderOf(meta['cwd']));
  set(fields, 'gitBranch', asName(asObject(meta['git'])?.['branch']));
  set(fields, 'version', asName(meta['cli_version']));
  set(fields, 'entrypoint', entrypointOf(meta['source']));
  set(fields, 'originator', asName(meta['originator']));
  set(fields, 'parentSession', asName(meta['parent_thread_id']) ?? asName(spawn?.['parent_thread_id']));
  set(fields, 'forkedFrom', asName(meta['forked_from_id']));
  if (isSubagent(meta)) {
    const named = [meta['agent_path'], spawn?.['agent_path'], meta['agent_nickname'], spawn?.['agent_nickname']];
    set(
      fields,
      'title',
      named.map(asName).find((name) => name !== undefined),
    );
  }
  return fields;
}

/** `granular` policies are objects: their first key names them. */
function policyOf(value: unknown): string | undefined {
  return asName(value) ?? Object.keys(asObject(value) ?? {})[0];
}

export function contextFields(context: JsonObject): Fields {
  const fields: Fields = {};
  set(fields, 'cwd', folderOf(memberOf(context, 'cwd')));
  set(fields, 'permissionMode', policyOf(memberOf(context, 'approval_policy')));
  return fields;
}

/**
 * The sandbox of the turn's commands: `offline`, no network and only some folders; `online`, only some folders; null, no sandbox, or
 * none that the record mentions.
 */
export type Sandbox = 'offline' | 'online' | null;

/** `{type}`, in 2025 `{mode}`; the known one if the record does not say. */
export function sandboxOf(context: JsonObject, known: Sandbox): Sandbox {
  const policy = asObject(memberOf(context, 'sandbox_policy'));
  const kind = asName(policy?.['type']) ?? asName(policy?.['mode']);
  if (policy === undefined || kind === undefined) return known;
  if (kind !== 'read-only' && kind !== 'workspace-write') return null;
  return policy['network_access'] === true ? 'online' : 'offline';
}

/** Returns the fields that changed, and remembers them. Undefined when nothing changed. */
export function changedFields(fields: Fields, memory: Memory): SessionFields | undefined {
  let changed: SessionFields | undefined;
  for (const key of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[key];
    if (value === undefined || memory.fields.get(key) === value) continue;
    memory.fields.set(key, value);
    changed = { ...changed, [key]: value };
  }
  if (changed?.title !== undefined) changed.titleBy = 'model';
  return changed;
}
