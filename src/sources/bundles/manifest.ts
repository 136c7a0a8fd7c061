// What a bundle says of itself: which files are logs, with their hashes, and by what it was made.

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
  /** Of the program that made it. */
  readonly toolscope: string;
  readonly createdAt: string;
  readonly agent: string;
  readonly session: string;
  /** Null: nothing was masked, because its owner said so. */
  readonly redaction: {
    readonly rules: string;
    readonly masked: Readonly<Record<string, number>>;
    readonly leftOut: Readonly<Record<string, number>>;
  } | null;
  /** Records of the agent, as lines of JSON or as small documents about the session. */
  readonly logs: readonly BundledFile[];
  /** What Toolscope made of them, one call a line: for other programs, and never read back. */
  readonly calls: BundledFile & { readonly count: number };
}

function fileOf(value: unknown): BundledFile | undefined {
  const object = asObject(value);
  const name = asString(object?.['name']);
  const bytes = asCount(object?.['bytes']);
  const sha256 = asString(object?.['sha256']);
  return name === undefined || bytes === undefined || sha256 === undefined ? undefined : { name, bytes, sha256 };
}

/** The logs that a manifest lists; a reason in words where it is none that is known. */
export function logsOfManifest(text: string): readonly BundledFile[] | string {
  const parsed = parseJson(text);
  const manifest = parsed.ok ? asObject(parsed.value) : undefined;
  if (manifest?.['format'] !== BUNDLE_FORMAT) return 'it is no bundle of Toolscope';
  if (manifest['version'] !== BUNDLE_VERSION) return 'it was made by a newer Toolscope';
  const { logs } = manifest;
  if (!Array.isArray(logs)) return 'its manifest is damaged';
  const files = logs.map(fileOf);
  const known = files.filter((file) => file !== undefined);
  const isWhole = known.length === files.length && known.every(({ name }) => name.startsWith(LOGS));
  return isWhole ? known : 'its manifest is damaged';
}
