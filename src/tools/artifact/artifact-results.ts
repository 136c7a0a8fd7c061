// Results of the artifact tool: one shape for each action.

import type { StructuredVariant } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, listOf, looseFlag, looseList, looseNumber, looseText, looseTexts, text } from '../shapes.ts';

export interface ArtifactPublished {
  readonly kind: 'published';
  readonly url: string;
  readonly path: string | null;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
  /** A new version of something that existed. */
  readonly updated: boolean;
  readonly unchanged: boolean;
  readonly pinned: boolean;
  readonly warnings: readonly string[];
}

export interface ArtifactEntry {
  readonly title: string;
  readonly url: string;
  readonly updatedAt?: string | undefined;
  /** mine or shared. */
  readonly owner?: string | undefined;
  readonly pinned?: boolean | undefined;
}

export interface ArtifactsListed {
  readonly kind: 'listed';
  readonly artifacts: readonly ArtifactEntry[];
  readonly truncated: boolean;
  readonly total: number | null;
}

export interface ArtifactRead {
  readonly kind: 'read';
  readonly url: string;
  readonly title?: string | undefined;
  readonly status: number | null;
  readonly bytes: number | null;
  readonly durationMs: number | null;
  readonly text: string;
}

export interface ArtifactWatch {
  readonly kind: 'watch';
  readonly url: string;
  readonly watching: boolean;
  readonly outcome?: string | undefined;
  readonly reason?: string | undefined;
  readonly taskId?: string | undefined;
}

export interface ArtifactWatches {
  readonly kind: 'watches';
  readonly watches: readonly {
    readonly url: string;
    readonly taskId?: string | undefined;
    readonly rail?: string | undefined;
  }[];
}

export interface ArtifactAsset {
  readonly id: string | null;
  readonly url: string | null;
  /** The file on this machine. */
  readonly path: string | null;
  readonly mediaType: string | null;
  readonly bytes: number | null;
  /** uploaded, failed, not_attempted; or what was done with it. */
  readonly status: string | null;
  readonly message: string | null;
}

export interface ArtifactAssets {
  readonly kind: 'assets';
  readonly action: 'uploaded' | 'listed' | 'read' | 'deleted';
  readonly assets: readonly ArtifactAsset[];
}

export interface ArtifactPin {
  readonly kind: 'pin';
  readonly url: string;
  readonly pinned: boolean;
  readonly title?: string | undefined;
}

export interface ArtifactNote {
  readonly kind: 'note';
  readonly text: string;
}

export type ArtifactResult =
  | ArtifactPublished
  | ArtifactsListed
  | ArtifactRead
  | ArtifactWatch
  | ArtifactWatches
  | ArtifactAssets
  | ArtifactPin
  | ArtifactNote;

const asset: Shape<ArtifactAsset> = shape
  .object({
    id: looseText,
    url: looseText,
    path: looseText,
    file_path: looseText,
    file_name: looseText,
    content_type: looseText,
    size_bytes: looseNumber,
    status: looseText,
    message: looseText,
    deleted: looseFlag,
  })
  .transform((raw) => ({
    id: raw.id ?? null,
    url: raw.url ?? null,
    path: raw.path ?? raw.file_path ?? raw.file_name ?? null,
    mediaType: raw.content_type ?? null,
    bytes: raw.size_bytes ?? null,
    status: raw.status ?? (raw.deleted === undefined ? null : raw.deleted ? 'deleted' : 'kept'),
    message: raw.message ?? null,
  }));

function assets(action: ArtifactAssets['action'], list: readonly ArtifactAsset[]): ArtifactAssets {
  return { kind: 'assets', action, assets: list };
}

const read = shape
  .object({
    read: shape.object({
      url: text,
      result: text,
      title: looseText,
      code: looseNumber,
      bytes: looseNumber,
      durationMs: looseNumber,
    }),
  })
  .transform(
    ({ read: page }): ArtifactRead => ({
      kind: 'read',
      url: page.url,
      title: page.title,
      status: page.code ?? null,
      bytes: page.bytes ?? null,
      durationMs: page.durationMs ?? null,
      text: page.result,
    }),
  );

const listed = shape
  .object({
    artifacts: listOf(
      shape.object({ url: text, title: looseText, updatedAt: looseText, rel: looseText, pinned: looseFlag }).transform(
        (raw): ArtifactEntry => ({
          title: raw.title ?? raw.url,
          url: raw.url,
          updatedAt: raw.updatedAt,
          owner: raw.rel,
          pinned: raw.pinned,
        }),
      ),
    ),
    truncated: looseFlag,
    total: looseNumber,
  })
  .transform(
    (raw): ArtifactsListed => ({
      kind: 'listed',
      artifacts: raw.artifacts,
      truncated: raw.truncated ?? false,
      total: raw.total ?? null,
    }),
  );

const watch = shape.object({
  url: text,
  watching: looseFlag,
  was_watching: looseFlag,
  outcome: looseText,
  reason: looseText,
  task_id: looseText,
});

const watched = shape.union([
  shape.object({ watch }).transform((raw) => ({ ...raw.watch, watching: raw.watch.watching ?? true })),
  shape.object({ unwatch: watch }).transform((raw) => ({ ...raw.unwatch, watching: false })),
]);

const published = shape
  .object({
    url: text,
    path: looseText,
    title: looseText,
    version: looseText,
    updated: looseFlag,
    unchanged: looseFlag,
    pinned: looseFlag,
    warnings: looseTexts,
  })
  .transform(
    (raw): ArtifactPublished => ({
      kind: 'published',
      url: raw.url,
      path: raw.path ?? null,
      title: raw.title,
      version: raw.version,
      updated: raw.updated ?? false,
      unchanged: raw.unchanged ?? false,
      pinned: raw.pinned ?? false,
      warnings: raw.warnings,
    }),
  );

/** The key that contains the answer shows which action it belongs to. */
export const artifactResults: readonly StructuredVariant<ArtifactResult>[] = [
  { kind: 'read', schema: read },
  { kind: 'listed', schema: listed },
  {
    kind: 'watch',
    schema: watched.transform(
      (raw): ArtifactWatch => ({
        kind: 'watch',
        url: raw.url,
        watching: raw.watching,
        outcome: raw.outcome,
        reason: raw.reason,
        taskId: raw.task_id,
      }),
    ),
  },
  {
    kind: 'watches',
    schema: shape
      .object({
        watches: listOf(
          shape
            .object({ url: text, task_id: looseText, rail: looseText })
            .transform((raw) => ({ url: raw.url, taskId: raw.task_id, rail: raw.rail })),
        ),
      })
      .transform((raw): ArtifactWatches => ({ kind: 'watches', watches: raw.watches })),
  },
  {
    kind: 'assets',
    schema: shape.union([
      shape.object({ asset_upload: asset }).transform((raw) => assets('uploaded', [raw.asset_upload])),
      shape
        .object({ asset_uploads: shape.object({ results: looseList(asset) }) })
        .transform((raw) => assets('uploaded', raw.asset_uploads.results)),
      shape
        .object({ asset_list: shape.object({ assets: looseList(asset) }) })
        .transform((raw) => assets('listed', raw.asset_list.assets)),
      shape.object({ asset_read: asset }).transform((raw) => assets('read', [raw.asset_read])),
      shape.object({ asset_delete: asset }).transform((raw) => assets('deleted', [raw.asset_delete])),
    ]),
  },
  {
    kind: 'pin',
    schema: shape
      .object({ pin: shape.object({ url: text, pinned: looseFlag, action: anything.optional(), title: looseText }) })
      .transform(
        ({ pin }): ArtifactPin => ({
          kind: 'pin',
          url: pin.url,
          pinned: pin.pinned ?? pin.action === 'pin',
          title: pin.title,
        }),
      ),
  },
  { kind: 'published', schema: published },
];
