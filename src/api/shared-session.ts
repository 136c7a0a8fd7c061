// A session as it is given away: what a shared file is drawn from. Everything in it was redacted, or its owner insisted.

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

/** An image of a call, without its metadata: where its record refers to it, and all of it as a `data:` address. */
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

/** Something that could not be looked through, so it stays here. */
export interface LeftOut {
  readonly kind: 'left-out';
  readonly what: string;
}

export type SharedEntry = SharedMessage | SharedCall | LeftOut;

export interface SharedTurn {
  /** From 1; 0 is what came before the first prompt. */
  readonly number: number;
  readonly entries: readonly SharedEntry[];
}

export interface SharedSession {
  readonly session: SessionDetail;
  readonly insights: SessionInsights;
  /** Those that were asked for, in order. */
  readonly turns: readonly SharedTurn[];
  readonly allTurns: number;
  /** In one line: what was masked; null when nothing was, because the owner said so. */
  readonly redaction: string | null;
  /** Images are not looked through: how many are here, and how many are not because they were too large or damaged. */
  readonly images: { readonly shared: number; readonly leftOut: number };
  /** By which program. */
  readonly version: string;
}
