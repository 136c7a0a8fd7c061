// An image from the log: fetched when it scrolls into view, with its size, larger on click.

import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { formatBytes } from '../../base/units.ts';
import { Block } from './block.tsx';
import { Empty } from './empty.tsx';
import './image-box.css';
import { DrawAll } from './section.tsx';

/** Images that browsers show without running anything; SVG is shown as text elsewhere. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

interface ImageBoxProps {
  readonly url: string;
  readonly mediaType: string;
  readonly bytes: number | null;
  /** What it shows, for screen readers. */
  readonly name: string;
  readonly title?: ComponentChildren;
  /** More facts: the size the model saw. */
  readonly facts?: ComponentChildren;
}

export function ImageBox({ url, mediaType, bytes, name, title, facts }: ImageBoxProps) {
  const [size, setSize] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const canShow = SHOWN.has(mediaType.toLowerCase());
  // A shared file fetches nothing: the image is in it, or it is not.
  if (useContext(DrawAll)) {
    return (
      <Block title={title ?? name} facts={<span>{mediaType}</span>}>
        {canShow && url.startsWith('data:') ? (
          <span class="ts-image">
            <img src={url} alt={name} />
          </span>
        ) : (
          <Empty>The image is not in this file.</Empty>
        )}
      </Block>
    );
  }
  return (
    <Block
      title={title ?? name}
      facts={
        <>
          <span>{mediaType}</span>
          {bytes !== null && <span>{formatBytes(bytes)}</span>}
          {size !== null && <span>{size}</span>}
          {facts}
        </>
      }
      actions={
        <a class="ts-button ts-button--small" href={url} target="_blank" rel="noopener">
          Open
        </a>
      }
    >
      {canShow && !isLost ? (
        <button
          type="button"
          class={isLarge ? 'ts-image ts-image--large' : 'ts-image'}
          aria-pressed={isLarge}
          aria-label={isLarge ? `Show ${name} in the size of the pane` : `Show ${name} in its own size`}
          onClick={() => setLarge(!isLarge)}
        >
          <img
            src={url}
            alt={name}
            loading="lazy"
            decoding="async"
            onLoad={({ currentTarget }) => setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight} px`)}
            onError={() => setLost(true)}
          />
        </button>
      ) : (
        <Empty>
          {isLost ? 'The image could not be fetched: its log may be gone.' : `Not shown here: ${mediaType}.`}
        </Empty>
      )}
    </Block>
  );
}
