// A session for sharing: what a shared file is drawn from. Everything in it was redacted, unless its owner chose otherwise.

import type { CallDetail } from './wire/call.ts';
import type { SessionInsights } from './wire/insights.ts';
import type { SessionDetail } from './wire/session.ts';

export interface SharedMessage {
  readonly kind: 'message';
  readonly what: string;
  readonly thread: string;
  readonly at: number | null;
  readonly text: string;
  /** Characters left out at its end. */
  readonly cut: number;
}

/** An image of a call, without its metadata: where its record refers to it, and all of it as a `data:` URL. */
export interface SharedImage {
  readonly from: 'record' | 'structured';
  readonly pointer: string;
  readonly address: string;
}

export interface SharedCall {
  readonly kind: 'call';
  readonly detail: CallDetail;
  readonly images: readonly SharedImage[];
}

/** Something that could not be scanned, so it is not shared. */
export interface LeftOut {
  readonly kind: 'left-out';
  readonly what: string;
}

export type SharedEntry = SharedMessage | SharedCall | LeftOut;

export interface SharedTurn {
  /** From 1; 0 is what precedes the first prompt. */
  readonly number: number;
  readonly entries: readonly SharedEntry[];
}

/** What precedes the first prompt is none. */
export function countTurns(turns: readonly { readonly number: number }[]): number {
  return turns.filter(({ number }) => number > 0).length;
}

export interface SharedSession {
  readonly session: SessionDetail;
  readonly insights: SessionInsights;
  /** The requested ones, in order. */
  readonly turns: readonly SharedTurn[];
  /** How many turns the session has. */
  readonly allTurns: number;
  /** In one line: what was masked; null when nothing was, because the owner chose so. */
  readonly redaction: string | null;
  /** Images are not scanned: how many are included, and how many are not because they were too large or damaged. */
  readonly images: { readonly shared: number; readonly leftOut: number };
  /** Version of the program that made it. */
  readonly version: string;
}
