// The line below the table: totals of the shown calls.

import type { ComponentChildren } from 'preact';
import { formatBytes, formatCount, formatMs, plural } from '../../base/units.ts';
import { durationText } from '../parts/display-text.ts';
import './status-bar.css';
import type { Sums } from './sums.ts';

interface StatusBarProps {
  readonly sums: Sums;
  /** All calls of the session, shown or not. */
  readonly total: number;
  readonly isLoaded: boolean;
  readonly onErrors: () => void;
  /** Adds a term to the filter. */
  readonly onNarrow: (term: string) => void;
}

export function StatusBar({ sums, total, isLoaded, onErrors, onNarrow }: StatusBarProps): ComponentChildren {
  const {
    calls,
    failures,
    expected,
    masked,
    refused,
    running,
    wallMs,
    busyMs,
    bound,
    waitMs,
    hookMs,
    p50Ms,
    p95Ms,
    bytes,
  } = sums;
  // Of the whole session the head tells the time: seen from its main thread, not from all calls.
  const isPart = calls !== total;
  const narrow = (text: string, tone: string, ...terms: readonly string[]): ComponentChildren => (
    <button
      type="button"
      class={`text-button status-bar__link status-bar__${tone}`}
      onClick={() => onNarrow(terms.join(' '))}
      title={`Show only these: ${terms.join(' ')}`}
    >
      {text}
    </button>
  );
  return (
    <footer class="status-bar">
      <span>{isPart ? `${formatCount(calls)} of ${plural(total, 'call')}` : plural(calls, 'call')}</span>
      {isLoaded ? null : <span class="status-bar__dim">loading…</span>}
      {failures === 0 ? (
        <span class="status-bar__dim">no unexpected errors</span>
      ) : (
        <button
          type="button"
          class="text-button status-bar__link status-bar__error"
          onClick={onErrors}
          title="To the next error (e)"
        >
          {plural(failures, 'unexpected error')}
        </button>
      )}
      {masked === 0 ? null : narrow(`${formatCount(masked)} masked`, 'warn', 'is:masked')}
      {expected === 0 ? null : narrow(`${formatCount(expected)} expected`, 'dim', 'status:error', 'blame:expected')}
      {refused === 0 ? null : narrow(`${formatCount(refused)} refused`, 'warn', 'is:refused')}
      {running === 0 ? null : narrow(`${formatCount(running)} running`, 'running', 'status:running')}
      {wallMs === null || !isPart ? null : (
        <span title="From the first start of these calls to the last end">{formatMs(wallMs)} from first to last</span>
      )}
      {busyMs === null || !isPart ? null : (
        <span title="Time in which at least one of these calls ran, without its hooks and the wait for permission. Calls of subagents and in the background are included">
          {durationText(busyMs, bound)} with calls running
        </span>
      )}
      {waitMs === 0 || !isPart ? null : <span title="Waits for a person’s permission">{formatMs(waitMs)} waiting</span>}
      {hookMs === 0 || !isPart ? null : narrow(`${formatMs(hookMs)} in their hooks`, 'dim', 'has:hook')}
      {p50Ms === null || p95Ms === null ? null : (
        <>
          {narrow(`p50 ${durationText(p50Ms, bound)}`, 'dim', 'has:duration')}
          {narrow(`p95 ${durationText(p95Ms, bound)}`, 'dim', `duration:>=${p95Ms}ms`)}
        </>
      )}
      {bytes === 0 ? null : narrow(`${formatBytes(bytes)} of results`, 'dim', 'bytes:>0')}
    </footer>
  );
}
