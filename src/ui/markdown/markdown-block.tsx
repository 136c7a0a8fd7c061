// Markdown in its own box, with a button to copy the source.

import type { ComponentChildren } from 'preact';
import { Block } from '../parts/block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import type { Cut } from '../text/cut.tsx';
import { Markdown } from './markdown.tsx';

interface MarkdownBlockProps {
  readonly text: string;
  readonly title?: ComponentChildren;
  readonly facts?: ComponentChildren;
  readonly cut?: Cut | undefined;
}

export function MarkdownBlock({ text, title, facts, cut }: MarkdownBlockProps) {
  return (
    <Block title={title} facts={facts} tone="quiet" actions={<CopyButton text={text} what="Markdown" />}>
      <div class="ts-markdown__inset">
        {text === '' ? <Empty>The text is empty.</Empty> : <Markdown text={text} cut={cut} />}
      </div>
    </Block>
  );
}
