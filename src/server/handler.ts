// What answers a route: given its parts and its question, typed by the contract, it gives what the contract says.

import type { Readable } from 'node:stream';
import type { Contract } from '../api/contract.ts';
import type { AnswerOf, PartsOf, ReadQueryOf, Route } from '../api/route.ts';
import type { ServedLibrary } from './served-library.ts';

export interface Asked<Wanted extends Route> {
  readonly parts: PartsOf<Wanted>;
  readonly query: ReadQueryOf<Wanted>;
  readonly library: ServedLibrary;
  readonly now: number;
  /** Aborted when the asker has gone. */
  readonly signal: AbortSignal;
}

/** A body as it is. It is never shown as a page: text is plain, and what is neither text nor a known image is saved. */
export interface Bytes {
  readonly body:
    | Uint8Array
    | string
    | { readonly stream: Readable }
    | { readonly pieces: Iterable<string> | AsyncIterable<string> };
  readonly type: string;
  /** Name to save it under; null to show it. */
  readonly saveAs: string | null;
  /** Further ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Lines that are JSON already. */
export interface Lines {
  readonly lines: AsyncIterable<string>;
}

/**
 * Answered by the app itself, not from the index: the stream of events, what the RAP runtime knows and does, uploads, and what the
 * person says.
 */
export type OwnRoute =
  | 'events'
  | 'rap'
  | 'rapViews'
  | 'rapAct'
  | 'bundleUpload'
  | 'markSession'
  | 'settings'
  | 'changeSettings';

/** What the contract says of a route's answer. */
export type Given<Wanted extends Route> = Wanted['answer']['kind'] extends 'json'
  ? AnswerOf<Wanted>
  : Wanted['answer']['kind'] extends 'lines'
    ? Lines
    : Bytes;

export type Handler<Wanted extends Route> = (asked: Asked<Wanted>) => Given<Wanted> | Promise<Given<Wanted>>;

export type Handlers = { readonly [Name in Exclude<keyof Contract, OwnRoute>]: Handler<Contract[Name]> };

export type HandlerOf<Name extends keyof Handlers> = Handlers[Name];
