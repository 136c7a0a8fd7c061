// Requests to MCP servers about their resources, and their answers.

import { isObject } from '../../base/json.ts';
import { base64Bytes } from '../../model/content.ts';
import { fitted } from '../parse-shape.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, listOf, looseList, looseText } from '../shapes.ts';

export interface ResourcesInput {
  readonly operation: 'list' | 'list-templates' | 'read' | 'read-dir' | 'refresh' | 'subscribe' | 'unsubscribe';
  readonly server: string | null;
  readonly uri: string | null;
  /** The tool that is polled. */
  readonly tool?: string | undefined;
  readonly arguments?: unknown;
  readonly subscriptionId?: string | undefined;
  readonly intervalMs?: number | undefined;
  readonly reason?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly server: string | null;
  readonly mediaType: string | null;
  readonly description: string | null;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mediaType: string | null;
  readonly text: string | null;
  /** Where the bytes were saved. */
  readonly savedTo: string | null;
  /** Decoded size of bytes that are in the log itself. */
  readonly blobBytes: number | null;
}

export interface ResourceList {
  readonly kind: 'resources';
  readonly resources: readonly Resource[];
  readonly templates: readonly Resource[];
  readonly error: string | null;
  readonly nextCursor: string | null;
}

export interface ResourceContents {
  readonly kind: 'contents';
  readonly contents: readonly ResourceContent[];
  readonly error: string | null;
}

export interface ServerRefresh {
  readonly server: string;
  /** refreshed, error, not_connected. */
  readonly status: string;
  readonly toolCount?: number | undefined;
  readonly added?: readonly string[] | undefined;
  readonly removed?: readonly string[] | undefined;
  readonly error?: string | undefined;
}

export interface ServersRefreshed {
  readonly kind: 'refreshed';
  readonly servers: readonly ServerRefresh[];
}

export interface Subscribed {
  readonly kind: 'subscribed';
  readonly success: boolean;
  readonly subscriptionId: string | null;
}

export interface Unsubscribed {
  readonly kind: 'unsubscribed';
  readonly success: boolean;
}

export interface ResourcesNote {
  readonly kind: 'note';
  readonly text: string;
}

export type ResourcesResult =
  | ResourceList
  | ResourceContents
  | ServersRefreshed
  | Subscribed
  | Unsubscribed
  | ResourcesNote;

const resource: Shape<Resource> = shape
  .object({
    uri: looseText,
    uriTemplate: looseText,
    name: looseText,
    title: looseText,
    server: looseText,
    mimeType: looseText,
    description: looseText,
  })
  .refine((raw) => raw.uri !== undefined || raw.uriTemplate !== undefined)
  .transform((raw) => ({
    uri: raw.uri ?? raw.uriTemplate ?? '',
    name: raw.name ?? raw.title ?? raw.uri ?? raw.uriTemplate ?? '',
    server: raw.server ?? null,
    mediaType: raw.mimeType ?? null,
    description: raw.description ?? null,
  }));

const content: Shape<ResourceContent> = shape
  .object({ uri: looseText, mimeType: looseText, text: looseText, blobSavedTo: looseText, blob: looseText })
  .transform((raw) => ({
    uri: raw.uri ?? '',
    mediaType: raw.mimeType ?? null,
    text: raw.text ?? null,
    savedTo: raw.blobSavedTo ?? null,
    blobBytes: raw.blob === undefined ? null : base64Bytes(raw.blob),
  }));

/** A list (may be empty), or an object that contains one. */
export const resources: Shape<ResourceList> = shape.union([
  shape
    .array(anything)
    .refine((list) => list.every((item) => isObject(item) && ('uri' in item || 'uriTemplate' in item)))
    .transform((list): ResourceList => {
      const fitting = list.map((item) => fitted(resource, item)).filter((item) => item !== undefined);
      return { kind: 'resources', resources: fitting, templates: [], error: null, nextCursor: null };
    }),
  shape
    .object({
      resources: looseList(resource),
      resourceTemplates: looseList(resource),
      error: looseText,
      nextCursor: looseText,
    })
    .refine((raw) => raw.resources.length > 0 || raw.resourceTemplates.length > 0 || raw.error !== undefined)
    .transform(
      (raw): ResourceList => ({
        kind: 'resources',
        resources: raw.resources,
        templates: raw.resourceTemplates,
        error: raw.error ?? null,
        nextCursor: raw.nextCursor ?? null,
      }),
    ),
  shape
    .union([
      shape.object({ resources: shape.array(anything).max(0) }),
      shape.object({ resourceTemplates: shape.array(anything).max(0) }),
    ])
    .transform(
      (): ResourceList => ({ kind: 'resources', resources: [], templates: [], error: null, nextCursor: null }),
    ),
]);

export const contents: Shape<ResourceContents> = shape
  .object({ contents: listOf(content), error: looseText, uri: looseText })
  .transform((raw): ResourceContents => ({ kind: 'contents', contents: raw.contents, error: raw.error ?? null }));
