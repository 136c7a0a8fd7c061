// The calls nested in a call, as a short list in its preview.

import type { ComponentChildren } from 'preact';
import { formatCount, plural } from '../../base/units.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { durationText } from '../parts/display-text.ts';
import { callAddress } from '../state/addresses.ts';
import type { Entries } from './entries.ts';
import './nested-calls.css';
import type { SessionName } from '../state/addresses.ts';

const MOST = 200;

interface NestedCallsProps {
  readonly name: SessionName;
  readonly entries: Entries;
  readonly nested: readonly number[];
}

export function NestedCalls({ name, entries, nested }: NestedCallsProps): ComponentChildren {
  const { columns } = entries;
  const calls = nested.filter((i) => (columns.key[i] ?? 0) > 0);
  if (calls.length === 0) return null;
  return (
    <section class="nested-calls" aria-label="Nested calls">
      <h3>{plural(calls.length, 'nested call')}</h3>
      <ol class="plain-list">
        {calls.slice(0, MOST).map((i) => {
          const status = columns.status[i];
          const call = { ...name, callId: columns.callId[i] ?? '', occurrence: columns.occurrence[i] ?? 1 };
          return (
            <li key={i}>
              {status === undefined || status === '' ? null : (
                <StatusMark
                  status={status}
                  blame={columns.blame[i]}
                  code={columns.code[i]}
                  masked={columns.masked[i]}
                  short={true}
                />
              )}
              <a class="cut" href={callAddress(call)}>
                <strong>{toolName(columns.tool[i] ?? '')}</strong> <span>{oneLine(columns.text[i] ?? '')}</span>
              </a>
              <span class="dim">{durationText(columns.ms[i], columns.bound[i])}</span>
            </li>
          );
        })}
      </ol>
      {calls.length > MOST ? <p>{formatCount(calls.length - MOST)} more: open them in the table.</p> : null}
    </section>
  );
}
