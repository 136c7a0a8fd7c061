// The event stream from the server: one connection for all listeners, and its state.

import { effect, signal } from '@preact/signals';
import type { Status } from '../../api/wire/library.ts';
import { api, olderAnswers, oldestAnswer, streamStart } from './api.ts';

export interface Change {
  readonly seq: number;
  readonly agent: string;
  readonly session: string;
  readonly callId: string | null;
}

/** `resync`: changes were missed, reload everything. */
export type Listener = (news: readonly Change[] | 'resync') => void;

export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');
export const status = signal<Status | undefined>(undefined);

/** A tab that shows notifications stays connected while it is hidden. */
export const staysConnected = signal(false);

const listeners = new Set<Listener>();
const LONGEST_PAUSE_MS = 10_000;

function tell(news: readonly Change[] | 'resync'): void {
  for (const listener of listeners) listener(news);
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// What changed between an answer and the beginning of the stream is told by neither.
effect(() => {
  if (streamStart.value === undefined || oldestAnswer.value >= streamStart.value) return;
  oldestAnswer.value = Number.POSITIVE_INFINITY;
  tell('resync');
});

// The change that made them old was told already: only pages that sum up the whole library ask again.
effect(() => {
  if (olderAnswers.value > 0) tell([]);
});

/** The last change seen, to continue after a break. */
let seen = '';
let hasConnected = false;
let pauseMs = 500;
let stream: EventSource | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

function connect(): void {
  if (stream !== undefined || (document.hidden && !staysConnected.value)) return;
  clearTimeout(retry);
  const source = new EventSource(seen === '' ? '/api/v1/events' : `/api/v1/events?since=${encodeURIComponent(seen)}`);
  stream = source;
  // The connection broke before any event: it is not known what was missed.
  const isBlind = hasConnected && seen === '';
  hasConnected = true;
  const read = (event: Event): unknown => {
    if (!(event instanceof MessageEvent)) return undefined;
    if (event.lastEventId !== '') seen = event.lastEventId;
    return typeof event.data === 'string' && event.data !== '' ? JSON.parse(event.data) : undefined;
  };
  source.addEventListener('open', () => {
    connection.value = 'live';
    pauseMs = 500;
    if (isBlind) tell('resync');
  });
  source.addEventListener('change', (event) => {
    const changes = read(event);
    if (Array.isArray(changes)) tell(changes);
  });
  source.addEventListener('status', (event) => {
    const told = read(event);
    if (typeof told === 'object' && told !== null) status.value = told as Status;
    streamStart.value ??= Number(seen);
  });
  source.addEventListener('resync', (event) => {
    read(event);
    tell('resync');
  });
  source.addEventListener('error', () => {
    // The browser would retry by itself, but gives up on some answers: we always retry ourselves.
    disconnect();
    connection.value = 'lost';
    // The event gives no reason: a request does, and reloads the page if this browser was signed out.
    api.get('status', {}).catch(() => undefined);
    retry = setTimeout(connect, pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  });
}

function disconnect(): void {
  stream?.close();
  stream = undefined;
  clearTimeout(retry);
}

/**
 * Browsers allow six connections per server, for all tabs together: hidden tabs would keep the seventh from loading. A tab
 * that becomes visible continues where it was.
 */
export function startListening(): void {
  const follow = (): void => (document.hidden && !staysConnected.value ? disconnect() : connect());
  document.addEventListener('visibilitychange', follow);
  staysConnected.subscribe(follow);
}
