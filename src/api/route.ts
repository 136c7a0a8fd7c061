// What a route of the HTTP API is: a method, a path with named parts, its query, and its answer.

import type { z } from 'zod';

/** What a route answers with. `lines` is newline-delimited JSON, one `schema` per line; `bytes` is a raw body. */
export type Answer =
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'lines'; readonly schema: z.ZodType }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'events'; readonly schema: z.ZodType };

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below /api/v1, with `{name}` for a part; parts are percent-encoded. */
  readonly path: string;
  /** One line, for the documentation. */
  readonly summary: string;
  /** Named parts of the path, as texts. */
  readonly parts: readonly string[];
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: Answer;
}

/** Checks the literal and keeps its exact type. */
export function route<const Checked extends Route>(checked: Checked): Checked {
  return checked;
}

export type PartsOf<Asked extends Route> = { readonly [Name in Asked['parts'][number]]: string };
/** As the client writes it: everything is text on the wire. */
export type QueryOf<Asked extends Route> = Asked['query'] extends z.ZodObject ? z.input<Asked['query']> : undefined;
/** As the server reads it. */
export type ReadQueryOf<Asked extends Route> = Asked['query'] extends z.ZodObject
  ? z.output<Asked['query']>
  : undefined;
export type BodyOf<Asked extends Route> = Asked['body'] extends z.ZodType ? z.output<Asked['body']> : undefined;
export type AnswerOf<Asked extends Route> = Asked['answer'] extends { readonly schema: z.ZodType }
  ? z.output<Asked['answer']['schema']>
  : undefined;
