// How an image that the agent looked at is drawn.

import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { ImageBox } from '../../ui/parts/image-box.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ImageViewed, ViewImageInput } from './view-image.ts';

export const view = defineView<ViewImageInput, ImageViewed>((props) => {
  const { input, result, links, bodies } = props;
  const seen = result?.kind === 'image' ? result : null;
  const path = seen !== null && seen.path !== '' ? seen.path : (input?.path ?? '');
  const image = seen?.image ?? null;
  return (
    <ViewFrame view={props}>
      {image === null ? (
        <div class="ts-view__line">
          <FilePath path={path} links={links} />
          {seen !== null && <Empty>The image was attached; its bytes are not in this record.</Empty>}
        </div>
      ) : (
        <ImageBox
          title={<FilePath path={path} links={links} />}
          url={bodies.url(image.from, image.pointer)}
          mediaType={image.mediaType}
          bytes={image.bytes}
          name={path}
          facts={input?.detail !== undefined && <Badge>detail: {input.detail}</Badge>}
        />
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
