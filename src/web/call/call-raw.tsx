// The raw records of a call: file, line and byte, as a tree or as text.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RawRecord } from '../../api/wire/call.ts';
import { placeInWords } from '../../base/place-in-words.ts';
import { formatBytes } from '../../base/units.ts';
import { CopyButton } from '../../ui/parts/copy-button.tsx';
import { EmptyState, Unanswered } from '../parts/states.tsx';
import { Toggle } from '../parts/toggle.tsx';
import { type CallName, callParts } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { recordUrl } from '../state/record-url.ts';
import { RecordText } from './record-text.tsx';

function Record({
  record,
  call,
  isPlain,
}: {
  readonly record: RawRecord;
  readonly call: CallName;
  readonly isPlain: boolean;
}): ComponentChildren {
  const { place, role, where, text, cut } = record;
  const whole = recordUrl(call, place);
  return (
    <section>
      <h3>{role ?? 'record'}</h3>
      <p class="call-place">
        {placeInWords({ ...place, where })} · {formatBytes(place.length)}{' '}
        <CopyButton text={`${place.file}:${place.line}`} what="place" />
        <a href={whole} target="_blank" rel="noopener">
          open
        </a>
      </p>
      {text === null ? (
        <p class="call-pane__dim">This line is no longer in the log.</p>
      ) : (
        <RecordText text={text} isPlain={isPlain || cut > 0} />
      )}
      {cut > 0 ? <p class="call-pane__dim">{cut.toLocaleString()} characters more: open it to see all.</p> : null}
    </section>
  );
}

export function CallRaw({ call }: { readonly call: CallName }): ComponentChildren {
  const parts = callParts(call);
  const [isPlain, setIsPlain] = useState(false);
  const question = useQuestion((stop) => api.get('callRaw', { parts }, stop), Object.values(parts));
  const { answer, error } = question.state.value;
  if (answer === undefined || error !== undefined)
    return <Unanswered question={question} what="Reading the records…" />;
  if (answer.records.length === 0) return <EmptyState title="No record is on file for this call." />;
  return (
    <>
      <Toggle isOn={isPlain} onToggle={() => setIsPlain(!isPlain)}>
        As it is in the file
      </Toggle>
      {answer.records.map((record) => (
        <Record key={`${record.place.source}:${record.place.offset}`} record={record} call={call} isPlain={isPlain} />
      ))}
    </>
  );
}
