// Fetching pages: WebFetch of Claude Code, and the API's own web_fetch.

import { asName, asObject, asString } from '../../base/json.ts';
import { clip, firstLine, utf8Bytes } from '../../base/text.ts';
import { formatBytes } from '../../base/units.ts';
import { type BodyBlock, blocksText, bodyBlocks, contentBlocks } from '../blocks.ts';
import { defineDialect, defineTool } from '../define.ts';
import { httpFailure, shortUrl } from '../http-status.ts';
import * as shape from '../shape.ts';
import { anything, looseNumber, looseText, text } from '../shapes.ts';
import { fetchFailures } from './fetch-failures.ts';
import { readRedirect } from './redirect.ts';
import { droid } from './web-fetch.droid.ts';
import { gemini, qwen } from './web-fetch.gemini.ts';
import { kimi, kimiCode } from './web-fetch.kimi.ts';
import { openCode } from './web-fetch.opencode.ts';

export interface FetchInput {
  readonly url: string;
  /** What was to be extracted from the page. */
  readonly prompt: string | null;
  readonly offset?: number | undefined;
}

export interface FetchedPage {
  readonly kind: 'page';
  readonly url: string | null;
  /** Null when the log does not say. */
  readonly status: number | null;
  readonly statusText?: string | undefined;
  readonly bytes: number | null;
  readonly durationMs: number | null;
  /** What the model got: the page, or an answer about it. */
  readonly text: string;
}

/** The page is on another host: nothing was fetched. */
export interface FetchRedirect {
  readonly kind: 'redirect';
  readonly from: string | null;
  readonly to: string;
  readonly status: number | null;
  readonly durationMs: number | null;
}

/** Still running: the answer comes with a later turn. */
export interface FetchDetached {
  readonly kind: 'detached';
}

/** A page as returned by the API. */
export interface FetchedDocument {
  readonly kind: 'document';
  readonly url: string | null;
  readonly title: string | null;
  readonly retrievedAt?: string | undefined;
  readonly blocks: readonly BodyBlock[];
}

export interface FetchRefused {
  readonly kind: 'refused';
  /** The API's error code: url_not_accessible, max_uses_exceeded, … */
  readonly errorCode: string;
}

export type FetchResult = FetchedPage | FetchRedirect | FetchDetached | FetchedDocument | FetchRefused;

const fetched = shape.object({
  result: text,
  url: looseText,
  code: looseNumber,
  codeText: looseText,
  bytes: looseNumber,
  durationMs: looseNumber,
});

const structuredRedirect = fetched
  .transform((raw) => ({ raw, redirect: readRedirect(raw.result) }))
  .refine(({ redirect }) => redirect !== undefined)
  .transform(
    ({ raw, redirect }): FetchRedirect => ({
      kind: 'redirect',
      from: redirect?.from ?? raw.url ?? null,
      to: redirect?.to ?? '',
      status: raw.code ?? redirect?.status ?? null,
      durationMs: raw.durationMs ?? null,
    }),
  );

const structuredPage = fetched.transform(
  (raw): FetchedPage => ({
    kind: 'page',
    url: raw.url ?? null,
    status: raw.code ?? null,
    statusText: raw.codeText,
    bytes: raw.bytes ?? null,
    durationMs: raw.durationMs ?? null,
    text: raw.result,
  }),
);

/** `{type: web_fetch_result, url, content: {type: document, source, title}, retrieved_at}`, alone or in a list. */
const serverDocument = shape
  .union([shape.array(anything).transform((list) => list[0]), anything])
  .transform((raw) => asObject(raw) ?? {})
  .refine((raw) => raw['type'] === 'web_fetch_result')
  .transform((raw): FetchedDocument => {
    const content = asObject(raw['content']);
    const source = asObject(content?.['source']);
    const plain = source?.['type'] === 'text' ? asString(source['data']) : undefined;
    return {
      kind: 'document',
      url: asName(raw['url']) ?? null,
      title: asName(content?.['title']) ?? null,
      retrievedAt: asName(raw['retrieved_at']),
      blocks: plain === undefined ? bodyBlocks(content, '/content') : [{ type: 'text', text: plain }],
    };
  });

const serverError = shape
  .object({ error_code: text })
  .transform((raw): FetchRefused => ({ kind: 'refused', errorCode: raw.error_code }));

const claudeCode = defineDialect<FetchInput, FetchResult>({
  agent: 'claude-code',
  names: ['WebFetch', 'web_fetch'],
  input: shape
    .object({ url: text, prompt: looseText, offset: looseNumber })
    .transform((raw): FetchInput => ({ url: raw.url, prompt: raw.prompt ?? null, offset: raw.offset })),
  structured: [
    {
      kind: 'detached',
      schema: shape
        .object({ detachedToolCall: shape.literal(true) })
        .transform((): FetchDetached => ({ kind: 'detached' })),
    },
    { kind: 'redirect', schema: structuredRedirect },
    { kind: 'page', schema: structuredPage },
    { kind: 'document', schema: serverDocument },
    { kind: 'refused', schema: serverError },
  ],
  text: [
    {
      kind: 'redirect',
      read: (content) => {
        const redirect = readRedirect(content);
        return redirect === undefined ? undefined : { kind: 'redirect', durationMs: null, ...redirect };
      },
    },
    {
      kind: 'document',
      read: (_content, { blocks, input }) =>
        blocks.some((block) => block.type === 'document')
          ? { kind: 'document', url: input?.url ?? null, title: null, blocks: contentBlocks(blocks) }
          : undefined,
    },
    {
      kind: 'page',
      read: (content, { input }) => ({
        kind: 'page',
        url: input?.url ?? null,
        status: null,
        bytes: null,
        durationMs: null,
        text: content,
      }),
    },
  ],
});

function statusOf(result: FetchResult | null, errorText: string | null): number | null {
  if (result?.kind === 'page' || result?.kind === 'redirect') return result.status;
  const told = errorText === null ? null : /status code (\d{3})\b/.exec(errorText.slice(0, 500));
  return told === null ? null : Number(told[1]);
}

/** The size of what was fetched. What the model was told about a page is separate, and of any length. */
function sizeOf(result: FetchResult | null): number | null {
  if (result?.kind === 'page') return result.bytes;
  if (result?.kind !== 'document') return null;
  return result.blocks.reduce(
    (sum, block) => sum + ('bytes' in block ? block.bytes : 0),
    utf8Bytes(blocksText(result.blocks)),
  );
}

const copilot = defineDialect<FetchInput, FetchResult>({
  agent: 'copilot',
  names: ['web_fetch'],
  input: shape.object({ url: text }).transform((raw): FetchInput => ({ url: raw.url, prompt: null })),
  structured: [],
  text: [
    {
      kind: 'page',
      read: (content, { input }) => ({
        kind: 'page',
        url: input?.url ?? null,
        status: null,
        bytes: null,
        durationMs: null,
        text: content,
      }),
    },
  ],
});

export const webFetch = defineTool<FetchInput, FetchResult>({
  id: 'web-fetch',
  title: 'Web page',
  family: 'web',
  dialects: [claudeCode, copilot, openCode, gemini, qwen, kimi, kimiCode, droid],
  failures: fetchFailures,
  facts: ({ input, result, errorText }) => {
    const url = input?.url ?? (result?.kind === 'page' || result?.kind === 'document' ? result.url : null);
    const httpStatus = statusOf(result, errorText);
    const bytes = sizeOf(result);
    return {
      ...(url === null ? {} : { url }),
      ...(httpStatus === null ? {} : { httpStatus }),
      ...(bytes === null ? {} : { bytes }),
    };
  },
  summary: ({ input, result, errorText }) => {
    const what = `GET ${clip(shortUrl(input?.url ?? ''), 100)}`;
    if (result?.kind === 'redirect') return `${what} → redirect to ${shortUrl(result.to)}`;
    if (result?.kind === 'detached') return `${what} → goes on in the background`;
    if (result?.kind === 'refused') return `${what} → ${result.errorCode}`;
    const status = statusOf(result, errorText);
    const size = sizeOf(result);
    const told = [status === null ? null : String(status), size === null ? null : formatBytes(size)];
    const known = told.filter((part) => part !== null);
    return known.length === 0 ? what : `${what} → ${known.join(' · ')}`;
  },
  target: (input) => input.url,
  reportedMs: (result) => (result.kind === 'page' || result.kind === 'redirect' ? result.durationMs : null),
  quietFailure: (result) => {
    if (result.kind === 'refused') {
      return { code: 'fetch-refused', blame: 'environment', message: `The page was not fetched: ${result.errorCode}.` };
    }
    if (result.kind !== 'page' || result.status === null) return null;
    const failure = httpFailure(result.status);
    if (failure === null) return null;
    const words = result.statusText === undefined ? '' : ` ${result.statusText}`;
    return { ...failure, message: firstLine(`HTTP ${result.status}${words}`) };
  },
});
