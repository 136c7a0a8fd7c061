// Handlers of routes: parameters and answer are typed by the contract.

import type { Readable } from 'node:stream';
import type { Contract } from '../api/contract.ts';
import type { AnswerOf, PartsOf, ReadQueryOf, Route } from '../api/route.ts';
import type { ServedLibrary } from './served-library.ts';

export interface Asked<Wanted extends Route> {
  readonly parts: PartsOf<Wanted>;
  readonly query: ReadQueryOf<Wanted>;
  readonly library: ServedLibrary;
  readonly now: number;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** A raw body. Never shown as a page: text is plain, and anything that is neither text nor a known image is a download. */
export interface Bytes {
  readonly body:
    | Uint8Array
    | string
    | { readonly stream: Readable }
    | { readonly pieces: Iterable<string> | AsyncIterable<string> };
  readonly type: string;
  /** File name of a download; null to show it. */
  readonly saveAs: string | null;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Lines that are JSON already. */
export interface Lines {
  readonly lines: AsyncIterable<string>;
}

/**
 * Answered by the app itself, not from the index: the event stream, the RAP runtime, uploads, and what the user marks
 * and sets.
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

/** The answer type that the contract defines for a route. */
export type Given<Wanted extends Route> = Wanted['answer']['kind'] extends 'json'
  ? AnswerOf<Wanted>
  : Wanted['answer']['kind'] extends 'lines'
    ? Lines
    : Bytes;

export type Handler<Wanted extends Route> = (asked: Asked<Wanted>) => Given<Wanted> | Promise<Given<Wanted>>;

export type Handlers = { readonly [Name in Exclude<keyof Contract, OwnRoute>]: Handler<Contract[Name]> };

export type HandlerOf<Name extends keyof Handlers> = Handlers[Name];
