// Requests for more permissions: request_permissions of Codex, and what was granted.

import { asArray, asBoolean, asName, asObject, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { anything, looseText, orJsonText } from '../shapes.ts';

export interface Permissions {
  readonly network: boolean;
  readonly read: readonly string[];
  readonly write: readonly string[];
}

export interface PermissionsInput {
  readonly reason: string | null;
  readonly permissions: Permissions;
}

export interface PermissionsGranted {
  readonly kind: 'granted';
  readonly permissions: Permissions;
  /** turn or session. */
  readonly scope: string;
}

export interface PermissionsNote {
  readonly kind: 'note';
  readonly text: string;
}

export type PermissionsResult = PermissionsGranted | PermissionsNote;

function paths(raw: unknown): readonly string[] {
  return (asArray(raw) ?? [])
    .map((one) => asName(one) ?? asName(asObject(one)?.['path']))
    .filter((path) => path !== undefined);
}

/** `entries: [{path, access}]` of newer versions. */
function entries(fileSystem: JsonObject | undefined, access: RegExp): readonly string[] {
  const list = asArray(fileSystem?.['entries']) ?? [];
  return paths(list.filter((one) => access.test(asName(asObject(one)?.['access']) ?? '')));
}

/** `{network: {enabled}, file_system: {read, write}}`; both halves may be missing or null. */
function permissionsOf(raw: unknown): Permissions {
  const profile = asObject(raw);
  const network = profile?.['network'];
  const fileSystem = asObject(profile?.['file_system'] ?? profile?.['fileSystem']);
  return {
    network: asBoolean(network) ?? asBoolean(asObject(network)?.['enabled']) ?? asObject(network) !== undefined,
    read: [...paths(fileSystem?.['read']), ...entries(fileSystem, /^read$/)],
    write: [...paths(fileSystem?.['write']), ...entries(fileSystem, /write/)],
  };
}

const granted = shape.object({ permissions: shape.record(anything), scope: looseText }).transform(
  (raw): PermissionsGranted => ({
    kind: 'granted',
    permissions: permissionsOf(raw.permissions),
    scope: raw.scope ?? 'turn',
  }),
);

const codex = defineDialect<PermissionsInput, PermissionsResult>({
  agent: 'codex',
  names: ['request_permissions'],
  input: shape
    .object({ reason: looseText, permissions: orJsonText(anything) })
    .transform(
      (raw): PermissionsInput => ({ reason: raw.reason ?? null, permissions: permissionsOf(raw.permissions) }),
    ),
  structured: [],
  text: [
    { kind: 'granted', read: (content) => fitted(granted, jsonObjectOf(content)) },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

function isNothing({ network, read, write }: Permissions): boolean {
  return !network && read.length === 0 && write.length === 0;
}

function shown(permissions: Permissions): string {
  if (isNothing(permissions)) return 'nothing';
  return [
    permissions.network ? 'network' : null,
    permissions.write.length > 0 ? `write ${permissions.write.join(', ')}` : null,
    permissions.read.length > 0 ? `read ${permissions.read.join(', ')}` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

export const requestPermissions = defineTool<PermissionsInput, PermissionsResult>({
  id: 'request-permissions',
  title: 'Permission request',
  family: 'dialogue',
  awaits: 'permission',
  dialects: [codex],
  failures: [
    {
      code: 'not-granted',
      blame: 'expected',
      pattern: /^(?:request_permissions was cancelled|.{0,80}(?:rejected|declined|denied))/,
      statuses: ['error', 'rejected', 'denied', 'cancelled', 'interrupted'],
    },
    { code: 'nothing-asked', blame: 'agent', pattern: /^request_permissions requires at least one permission/ },
  ],
  facts: ({ input }) => {
    const path = input?.permissions.write[0] ?? input?.permissions.read[0];
    return path === undefined ? {} : { path };
  },
  summary: ({ input, result }) => {
    const asked = input === null ? '' : shown(input.permissions);
    const reason = input?.reason ? ` (${clip(input.reason, 60)})` : '';
    if (result?.kind !== 'granted') return `${asked}${reason}`;
    if (isNothing(result.permissions)) return `${asked}${reason} → not granted`;
    const given = shown(result.permissions);
    return `${asked}${reason} → ${given === asked ? 'granted' : given} for this ${result.scope}`;
  },
  target: (input) => shown(input.permissions),
  quietFailure: (result) =>
    result.kind === 'granted' && isNothing(result.permissions)
      ? { code: 'not-granted', blame: 'expected', message: 'No permission was granted.' }
      : null,
});
