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
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: Answer;
}

type Rest = Omit<Route, 'method' | 'path'>;

export function get<const Path extends string, const Given extends Rest>(path: Path, rest: Given) {
  return { method: 'GET', path, ...rest } as const;
}

export function post<const Path extends string, const Given extends Rest>(path: Path, rest: Given) {
  return { method: 'POST', path, ...rest } as const;
}

export function partNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

type PartName<Path extends string> = Path extends `${string}{${infer Name}}${infer More}`
  ? Name | PartName<More>
  : never;

/** The parts of the path, as texts. */
export type PartsOf<Asked extends Route> = { readonly [Name in PartName<Asked['path']>]: string };
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
