// A bundle's manifest: which files are logs, with their hashes, and which program made it.

import { asCount, asObject, asString, parseJson } from '../../base/json.ts';

/** In the zip file. */
export const MANIFEST = 'manifest.json';
export const CALLS = 'calls.jsonl';
export const LOGS = 'logs/';

export const BUNDLE_FORMAT = 'toolscope-bundle';
export const BUNDLE_VERSION = 1;

export interface BundledFile {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  /** Version of the program that made it. */
  readonly toolscope: string;
  readonly createdAt: string;
  readonly agent: string;
  readonly session: string;
  /** Null: nothing was masked, because its owner chose so. */
  readonly redaction: {
    readonly rules: string;
    readonly masked: Readonly<Record<string, number>>;
    readonly leftOut: Readonly<Record<string, number>>;
  } | null;
  /** Records of the agent, as lines of JSON or as small documents about the session. */
  readonly logs: readonly BundledFile[];
  /** Outputs too large for a log, each where the agent keeps it next to the log. Bundles of earlier versions have none. */
  readonly outputs: readonly BundledFile[];
  /** How many of these were left out, for lack of room or because they could not be scanned. */
  readonly outputsLeftOut: number;
  /** What Toolscope made of them, one call per line: for other programs, and never read back. */
  readonly calls: BundledFile & { readonly count: number };
}

function fileOf(value: unknown): BundledFile | undefined {
  const object = asObject(value);
  const name = asString(object?.['name']);
  const bytes = asCount(object?.['bytes']);
  const sha256 = asString(object?.['sha256']);
  return name === undefined || bytes === undefined || sha256 === undefined ? undefined : { name, bytes, sha256 };
}

export type BundledFiles = Pick<Manifest, 'logs' | 'outputs'>;

/** The files of a list, all at places where such files belong; undefined if one is not, or if it is not a list. */
function filesOf(list: unknown, place: RegExp): readonly BundledFile[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const files = list.flatMap((value) => fileOf(value) ?? []);
  return files.length === list.length && files.every(({ name }) => place.test(name)) ? files : undefined;
}

const LOG = /^logs\/./;
const OUTPUT = /^logs\/(?:[^/]+\/)+tool-results\/[^/]+$/;

/** What a manifest lists; a reason in words if it is not a known one. */
export function filesOfManifest(text: string): BundledFiles | string {
  const parsed = parseJson(text);
  const manifest = parsed.ok ? asObject(parsed.value) : undefined;
  if (manifest?.['format'] !== BUNDLE_FORMAT) return 'it is no bundle of Toolscope';
  if (manifest['version'] !== BUNDLE_VERSION) return 'it was made by a newer Toolscope';
  const logs = filesOf(manifest['logs'], LOG);
  const outputs = filesOf(manifest['outputs'] ?? [], OUTPUT);
  if (logs === undefined || outputs === undefined) return 'its manifest is damaged';
  const names = new Set(logs.map(({ name }) => name));
  return outputs.some(({ name }) => names.has(name)) ? 'its manifest is damaged' : { logs, outputs };
}
