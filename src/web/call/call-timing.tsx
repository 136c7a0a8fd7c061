// The life of a call: its stages and how they are known, permission, hooks, and what its time includes.

import type { ComponentChildren } from 'preact';
import type { CallDetail, Stage } from '../../api/wire/call.ts';
import { formatMs, plural } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { clockTime, durationBasis, durationText, preciseTime, wholeTime } from '../parts/display-text.ts';
import './call-timing.css';

const NAMES: Record<Stage['name'], string> = {
  requested: 'Requested',
  permission: 'Permission',
  'hooks-before': 'Hooks before',
  running: 'Running',
  'hooks-after': 'Hooks after',
  result: 'Result',
  structured: 'Structured result',
};

const STATES: Record<Stage['state'], string> = {
  observed: 'a record says so',
  inferred: 'follows from other records',
  missing: 'expected, but missing',
  'not-logged': 'the agent does not log it',
  none: 'there was none',
};

const PARTS: Readonly<Record<string, string>> = {
  approval: 'a wait for permission',
  hooks: 'time in hooks',
  queue: 'time in a queue',
};

function Line({
  stage,
  start,
  length,
  bound,
}: {
  readonly stage: Stage;
  readonly start: number | null;
  readonly length: number;
  /** Of the call's duration, which is that of its run. */
  readonly bound: string | undefined;
}): ComponentChildren {
  const { name, state, at, ms, note, place } = stage;
  // A stage known only to be between request and result is drawn as long as it can have been.
  const from = at ?? (name === 'running' && ms !== null ? start : null);
  const isDrawn = from !== null && start !== null && length > 0;
  return (
    <tr class={`timing__stage timing__stage--${state}`}>
      <th scope="row">{NAMES[name]}</th>
      <td title={STATES[state]}>{state === 'none' ? '–' : state.replace('-', ' ')}</td>
      <td title={wholeTime(at)}>{at === null ? '' : preciseTime(at)}</td>
      <td class="timing__ms">{ms === null ? '' : durationText(ms, name === 'running' ? bound : null)}</td>
      <td class="timing__bar">
        {isDrawn ? (
          <span
            class={`timing__span timing__span--${name}${at === null ? ' timing__span--bound' : ''}`}
            style={{
              left: `min(${((from - start) / length) * 100}%, calc(100% - 2px))`,
              width: `${((ms ?? 0) / length) * 100}%`,
            }}
          />
        ) : null}
      </td>
      <td class="timing__note">
        {oneLine(note ?? '')}
        {place === null ? null : <span class="call-place"> line {place.line}</span>}
      </td>
    </tr>
  );
}

function Hooks({ detail }: { readonly detail: CallDetail }): ComponentChildren {
  if (detail.hooks.length === 0) return null;
  return (
    <>
      <h3>Hooks</h3>
      <table class="timing">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Outcome</th>
            <th scope="col">Time</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {detail.hooks.map(({ event, name, command, outcome, exitCode, durationMs, decision, message, place }) => (
            <tr key={`${place.source}:${place.offset}:${event}:${name}`}>
              <td>{oneLine(event)}</td>
              <td class={`timing__outcome timing__outcome--${outcome}`}>
                {outcome}
                {exitCode === null ? '' : ` (exit ${exitCode})`}
              </td>
              <td class="timing__ms">{durationMs === null ? '–' : formatMs(durationMs)}</td>
              <td>
                <code>{oneLine(command ?? name)}</code>
                {decision === null ? '' : ` → ${oneLine(decision)}`}
                {message === null ? null : <div class="timing__said">{oneLine(message)}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Background({ background }: Pick<CallDetail, 'background'>): ComponentChildren {
  if (background === null) return null;
  const { kind, taskId, endedVia, exitCode, pollCalls } = background;
  if (kind === 'subscription') {
    const state = endedVia === null ? 'is active, and goes on sending events' : 'has ended';
    return <p>The call is finished. Its subscription {state}.</p>;
  }
  return (
    <p>
      In the background ({kind}
      {taskId === null ? '' : ` ${oneLine(taskId)}`}):{' '}
      {endedVia === null ? 'its end is not in the log' : `its end is known from ${endedVia}`}
      {exitCode === null ? '' : `, exit ${exitCode}`}; looked at {plural(pollCalls.length, 'time')}.
    </p>
  );
}

export function CallTiming({ detail }: { readonly detail: CallDetail }): ComponentChildren {
  const { stages, duration, permission, requestedAt, endedAt, background, copies, statusRule } = detail;
  const ends = stages.flatMap(({ at, ms }) => (at === null ? [] : [at + (ms ?? 0)]));
  const last = Math.max(endedAt ?? Number.NEGATIVE_INFINITY, ...ends);
  const length = requestedAt === null || !Number.isFinite(last) ? 0 : last - requestedAt;
  const holds = duration?.includes.flatMap((part) => PARTS[part] ?? part) ?? [];
  return (
    <>
      <p>
        <strong>{durationText(duration?.ms, duration?.bound)}</strong> {durationBasis(duration?.basis, duration?.bound)}
        {holds.length === 0 ? '' : ` It may include ${holds.join(' and ')}.`}
      </p>
      <table class="timing">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Known</th>
            <th scope="col">At</th>
            <th scope="col">Time</th>
            <th scope="col" class="timing__bar">
              <span class="visually-hidden">Drawn</span>
            </th>
            <th scope="col" class="timing__note">
              Note
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <Line key={stage.name} stage={stage} start={requestedAt} length={length} bound={duration?.bound} />
          ))}
        </tbody>
      </table>
      {permission === null ? null : (
        <p>
          Permission: <strong>{permission.decision}</strong> by {permission.by}
          {permission.at === null ? '' : ` at ${clockTime(permission.at)}`}.
        </p>
      )}
      <Background background={background} />
      <Hooks detail={detail} />
      <h3>How it is known</h3>
      <p class="call-pane__dim">
        Status decided by the rule <code>{statusRule}</code>
        {detail.result === null ? '' : `; result read from its ${detail.result.via} form (${detail.result.kind})`}
        {copies.length === 0 ? '' : `; ${plural(copies.length, 'copy', 'copies')} in other records, counted once`}.
      </p>
    </>
  );
}
