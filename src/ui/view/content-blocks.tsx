// Draws what the model saw: texts, images, documents, links; unknown kinds are shown as they are.

import { formatBytes } from '../../base/units.ts';
import type { ContentBlock } from '../../model/content.ts';
import { Badge } from '../parts/badge.tsx';
import { ImageBox } from '../parts/image-box.tsx';
import { WebLink } from '../parts/link.tsx';
import { CodeBlock } from '../text/code-block.tsx';
import type { ViewBodies } from '../tool-view.ts';
import { JsonTree } from '../tree/json-tree.tsx';

interface DocumentLineProps {
  readonly url: string | null;
  readonly mediaType: string;
  readonly bytes: number | null;
  readonly name?: string;
}

/** A document or other bytes: listed, and opened on demand. */
export function DocumentLine({ url, mediaType, bytes, name = 'Document' }: DocumentLineProps) {
  return (
    <div class="ts-view__line">
      <Badge>{mediaType}</Badge>
      {bytes !== null && <span class="ts-view__dim">{formatBytes(bytes)}</span>}
      {url === null ? (
        <span class="ts-view__dim">{name}; its bytes are not in the log</span>
      ) : (
        <a href={url} target="_blank" rel="noopener">
          Open {name.toLowerCase()}
        </a>
      )}
    </div>
  );
}

function OneBlock({ block, bodies }: { readonly block: ContentBlock; readonly bodies: ViewBodies }) {
  switch (block.type) {
    case 'text':
      return <CodeBlock text={block.text} />;
    case 'image':
      return (
        <ImageBox
          url={bodies.url('record', block.pointer)}
          mediaType={block.mediaType}
          bytes={block.bytes}
          name="Image"
        />
      );
    case 'document':
      return <DocumentLine url={bodies.url('record', block.pointer)} mediaType={block.mediaType} bytes={block.bytes} />;
    case 'link':
      return (
        <div class="ts-view__line">
          <WebLink url={block.uri} title={block.title} />
        </div>
      );
    case 'tool-reference':
      return (
        <div class="ts-view__line">
          <Badge>tool</Badge>
          <code>{block.name}</code>
        </div>
      );
    case 'other':
      return <JsonTree title={block.kind} value={block.value} />;
  }
}

interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[];
  readonly bodies: ViewBodies;
  /** Texts are drawn elsewhere. */
  readonly withoutText?: boolean;
}

export function ContentBlocks({ blocks, bodies, withoutText = false }: ContentBlocksProps) {
  return (
    <>
      {blocks.map((block, index) =>
        withoutText && block.type === 'text' ? null : <OneBlock key={index} block={block} bodies={bodies} />,
      )}
    </>
  );
}
