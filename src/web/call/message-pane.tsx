// The pane for a message: its full text, and its position in the log.

import type { ComponentChildren } from 'preact';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { wholeTime } from '../parts/display-text.ts';
import { lookOf } from '../parts/entry-kinds.ts';
import { Trouble } from '../parts/states.tsx';
import { api, useQuestion } from '../state/api.ts';
import { PaneFrame } from './pane-frame.tsx';

interface MessagePaneProps {
  readonly agent: string;
  readonly session: string;
  readonly kind: string;
  readonly source: number;
  readonly offset: number;
  readonly pointer: string;
  readonly preview: string;
  readonly onClose: () => void;
}

/** Models write Markdown; programs add plain text. */
const MARKDOWN: ReadonlySet<string> = new Set(['answer', 'prompt', 'thinking', 'compact-summary', 'peer']);

export function MessagePane(props: MessagePaneProps): ComponentChildren {
  const { agent, session, kind, pointer, preview, onClose } = props;
  const source = String(props.source);
  const offset = String(props.offset);
  const question = useQuestion(
    (stop) => api.get('message', { parts: { agent, session, source, offset }, query: { pointer } }, stop),
    [agent, session, source, offset, pointer],
  );
  const { answer, error } = question.state.value;
  const text = answer?.text ?? preview;
  return (
    <PaneFrame
      title={lookOf(kind).title}
      label="Text"
      note={
        answer === undefined
          ? ''
          : `${wholeTime(answer.at)}${answer.model === null ? '' : ` · ${oneLine(answer.model)}`}`
      }
      onClose={onClose}
    >
      {error === undefined ? null : <Trouble error={error} again={() => question.again()} />}
      {MARKDOWN.has(kind) ? <MarkdownBlock text={text} /> : <CodeBlock text={text} isProse={true} />}
      {answer === undefined ? null : (
        <p class="call-place">
          {answer.cut > 0 ? `${answer.cut.toLocaleString()} characters more in the log. ` : ''}
          {answer.place.file}:{answer.place.line}{' '}
          <a
            href={api.url('record', {
              parts: { agent, session, source, offset },
              query: { length: String(answer.place.length) },
            })}
            target="_blank"
            rel="noopener"
          >
            raw record
          </a>
        </p>
      )}
    </PaneFrame>
  );
}
