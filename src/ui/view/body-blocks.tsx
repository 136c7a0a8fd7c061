// Draws the parts of an answer: texts as Markdown or trees, images, documents, links, and unknown parts.

import type { BodyBlock } from '../../model/body-block.ts';
import { MarkdownBlock } from '../markdown/markdown-block.tsx';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { ImageBox } from '../parts/image-box.tsx';
import { WebLink } from '../parts/link.tsx';
import { CodeBlock } from '../text/code-block.tsx';
import { JsonTree } from '../tree/json-tree.tsx';
import { DocumentLine } from './content-blocks.tsx';
import { resultCut } from './cuts.ts';
import type { AnyView } from './untyped-result.tsx';

interface PartProps {
  readonly part: BodyBlock;
  readonly view: AnyView;
  /** Its position in the typed result. */
  readonly pointer: string;
  /** The image at the same position in what the model saw, for parts whose own bytes are not known. */
  readonly seenUrl: string | null;
}

function Part({ part, view, pointer, seenUrl }: PartProps) {
  switch (part.type) {
    case 'text': {
      const cut = resultCut(view, `${pointer}/text`);
      if (typeof part.value === 'object' && part.value !== null) return <JsonTree value={part.value} />;
      return <MarkdownBlock text={part.text} cut={cut} />;
    }
    case 'image': {
      const url = part.pointer === null ? seenUrl : view.bodies.url('structured', part.pointer);
      return url === null ? (
        <DocumentLine url={null} mediaType={part.mediaType} bytes={part.bytes} name="Image" />
      ) : (
        <ImageBox url={url} mediaType={part.mediaType} bytes={part.bytes} name="Image" />
      );
    }
    case 'audio':
    case 'document':
    case 'blob':
      return (
        <DocumentLine
          url={part.pointer === null ? null : view.bodies.url('structured', part.pointer)}
          mediaType={part.mediaType}
          bytes={part.bytes}
          name={part.type === 'audio' ? 'Audio' : part.type === 'blob' ? 'Data' : 'Document'}
        />
      );
    case 'link':
      return (
        <>
          <div class="ts-view__line">
            <WebLink url={part.uri} title={part.title} />
            {part.mediaType !== null && <Badge>{part.mediaType}</Badge>}
          </div>
          {part.text !== null && part.text !== '' && <CodeBlock path={part.uri} text={part.text} />}
        </>
      );
    case 'tool':
      return (
        <div class="ts-view__line">
          <Badge>tool</Badge>
          <code>{part.name}</code>
        </div>
      );
    case 'other':
      return <JsonTree title={part.kind} value={part.value} />;
  }
}

interface BodyBlocksProps {
  readonly blocks: readonly BodyBlock[];
  readonly view: AnyView;
  readonly pointer: string;
}

export function BodyBlocks({ blocks, view, pointer }: BodyBlocksProps) {
  if (blocks.length === 0) return <Empty>The answer is empty.</Empty>;
  const pictures = view.blocks.filter((block) => block.type === 'image');
  const images = blocks.filter(({ type }) => type === 'image');
  return (
    <>
      {blocks.map((part, index) => {
        const seen = part.type === 'image' ? pictures[images.indexOf(part)] : undefined;
        return (
          <Part
            key={index}
            part={part}
            view={view}
            pointer={`${pointer}/${index}`}
            seenUrl={seen === undefined ? null : view.bodies.url('record', seen.pointer)}
          />
        );
      })}
    </>
  );
}
