// The pane for a log line that is neither a call nor a message: the raw record.

import type { ComponentChildren } from 'preact';
import { errorOf } from '../../api/client.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { Unanswered } from '../parts/states.tsx';
import { api, ask, useQuestion } from '../state/api.ts';
import { PaneFrame } from './pane-frame.tsx';
import { RecordText } from './record-text.tsx';

/** A line can be very long; a link opens all of it. */
const MOST_BYTES = 1_000_000;

interface Beginning {
  readonly text: string;
  readonly isCut: boolean;
}

async function beginningOf(url: string, signal: AbortSignal): Promise<Beginning> {
  const reply = await ask(url, { signal });
  if (!reply.ok) throw await errorOf(reply);
  const reader = reply.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value.subarray(0, MOST_BYTES - bytes), { stream: true });
    bytes += value.length;
    if (bytes <= MOST_BYTES) continue;
    await reader.cancel();
    return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

interface RecordPaneProps {
  readonly file: string;
  readonly line: number;
  readonly onClose: () => void;
}

export function RecordPane({ file, line, onClose }: RecordPaneProps): ComponentChildren {
  const url = api.url('logLine', { query: { file, line: String(line) } });
  const question = useQuestion((stop) => beginningOf(url, stop), [url]);
  const { answer } = question.state.value;
  return (
    <PaneFrame title="Record" label="Record of the log" onClose={onClose}>
      <p class="call-place">
        {oneLine(file)}:{line}{' '}
        <a href={url} target="_blank" rel="noopener">
          open
        </a>
      </p>
      {answer === undefined ? (
        <Unanswered question={question} what="Reading the record…" />
      ) : (
        <RecordText text={answer.text} isPlain={answer.isCut} />
      )}
      {answer?.isCut === true ? <p class="call-pane__dim">The line is longer: open it to see all of it.</p> : null}
    </PaneFrame>
  );
}
