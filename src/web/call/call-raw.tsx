// The raw records of a call: file, line and byte, as a tree or as text.

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { RawRecord } from '../../api/wire/call.ts';
import { placeInWords } from '../../base/place-in-words.ts';
import { formatBytes } from '../../base/units.ts';
import { CopyButton } from '../../ui/parts/copy-button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { EmptyState, Unanswered } from '../parts/states.tsx';
import type { CallName } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { recordUrl } from '../state/record-url.ts';
import { parsed } from './parsed.ts';

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
  const tree = useMemo(() => (text === null || cut > 0 || isPlain ? undefined : parsed(text)), [text, cut, isPlain]);
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
      ) : tree === undefined ? (
        <CodeBlock text={text} language="json" label="Record" />
      ) : (
        <JsonTree value={tree.value} label="Record" />
      )}
      {cut > 0 ? <p class="call-pane__dim">{cut.toLocaleString()} characters more: open it to see all.</p> : null}
    </section>
  );
}

export function CallRaw({ call }: { readonly call: CallName }): ComponentChildren {
  const { agent, session, callId } = call;
  const occurrence = String(call.occurrence);
  const [isPlain, setIsPlain] = useState(false);
  const question = useQuestion(
    (stop) => api.get('callRaw', { parts: { agent, session, callId, occurrence } }, stop),
    [agent, session, callId, occurrence],
  );
  const { answer, error } = question.state.value;
  if (answer === undefined || error !== undefined)
    return <Unanswered question={question} what="Reading the records…" />;
  if (answer.records.length === 0) return <EmptyState title="No record is on file for this call." />;
  return (
    <>
      <button type="button" class="button" aria-pressed={isPlain} onClick={() => setIsPlain(!isPlain)}>
        As it is in the file
      </button>
      {answer.records.map((record) => (
        <Record key={`${record.place.source}:${record.place.offset}`} record={record} call={call} isPlain={isPlain} />
      ))}
    </>
  );
}
