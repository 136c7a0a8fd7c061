// Owns the line below the table: what the shown calls add up to.

import type { ComponentChildren } from 'preact';
import { formatBytes, formatCount, formatMs, plural } from '../../base/units.ts';
import './status-bar.css';
import type { Sums } from './sums.ts';

export interface StatusBarProps {
  readonly sums: Sums;
  /** Calls of the session, shown or not. */
  readonly total: number;
  readonly isLoaded: boolean;
  readonly onErrors: () => void;
}

export function StatusBar({ sums, total, isLoaded, onErrors }: StatusBarProps): ComponentChildren {
  const { calls, failures, expected, refused, running, wallMs, busyMs, waitMs, hookMs, p50Ms, p95Ms, bytes } = sums;
  return (
    <footer class="status-bar">
      <span>{calls === total ? plural(calls, 'call') : `${formatCount(calls)} of ${plural(total, 'call')}`}</span>
      {isLoaded ? null : <span class="status-bar__dim">loading…</span>}
      {failures === 0 ? (
        <span class="status-bar__dim">no unexpected errors</span>
      ) : (
        <button type="button" class="status-bar__errors" onClick={onErrors} title="To the next error (e)">
          {plural(failures, 'unexpected error')}
        </button>
      )}
      {expected === 0 ? null : <span class="status-bar__dim">{formatCount(expected)} expected</span>}
      {refused === 0 ? null : <span class="status-bar__warn">{formatCount(refused)} refused</span>}
      {running === 0 ? null : <span class="status-bar__running">{formatCount(running)} running</span>}
      {wallMs === null ? null : <span title="From the first beginning to the last end">{formatMs(wallMs)} in all</span>}
      <span title="Time in which at least one call ran">{formatMs(busyMs)} in tools</span>
      {waitMs === 0 ? null : <span title="Waits for a person’s permission">{formatMs(waitMs)} waiting</span>}
      {hookMs === 0 ? null : <span>{formatMs(hookMs)} in hooks</span>}
      {p50Ms === null ? null : (
        <span class="status-bar__dim">
          p50 {formatMs(p50Ms)} · p95 {formatMs(p95Ms ?? p50Ms)}
        </span>
      )}
      {bytes === 0 ? null : <span class="status-bar__dim">{formatBytes(bytes)} of results</span>}
    </footer>
  );
}
