// Images that a result refers to and that stay in the log.

import { ImageBox } from '../parts/image-box.tsx';
import type { ViewBodies } from '../tool-view.ts';

export interface ImageReference {
  readonly from: 'structured' | 'record';
  readonly pointer: string;
  readonly mediaType: string;
  readonly bytes: number;
}

interface ReferencedImagesProps {
  readonly images: readonly ImageReference[];
  readonly bodies: ViewBodies;
  /** Their name; numbered if there are several. */
  readonly name: string;
}

export function ReferencedImages({ images, bodies, name }: ReferencedImagesProps) {
  return (
    <>
      {images.map((image, index) => (
        <ImageBox
          key={`${image.from} ${image.pointer}`}
          url={bodies.url(image.from, image.pointer)}
          mediaType={image.mediaType}
          bytes={image.bytes}
          name={images.length === 1 ? name : `${name} ${index + 1}`}
        />
      ))}
    </>
  );
}
