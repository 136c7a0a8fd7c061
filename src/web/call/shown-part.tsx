// What a tool itself wants people to see of its result: a change, a picture, a line of text.

import type { ComponentChildren } from 'preact';
import type { OpenedBodies } from '../../api/wire/call.ts';
import { FileDiffs } from '../../ui/diff/file-diffs.tsx';
import { ImageBox } from '../../ui/parts/image-box.tsx';
import type { ViewBodies, ViewLinks } from '../../ui/tool-view.ts';
import { FilePath } from '../../ui/view/file-path.tsx';

export function ShownPart({
  shown,
  bodies,
  links,
}: {
  readonly shown: NonNullable<OpenedBodies['shown']>;
  readonly bodies: ViewBodies;
  readonly links: ViewLinks;
}): ComponentChildren {
  switch (shown.kind) {
    case 'diff':
      return (
        <FileDiffs files={shown.files} state={shown.state} path={(path) => <FilePath path={path} links={links} />} />
      );
    case 'image':
      return (
        <ImageBox
          url={bodies.url('record', shown.pointer)}
          mediaType={shown.mediaType}
          bytes={shown.bytes}
          name="Picture from the tool"
        />
      );
    case 'text':
      return <p>{shown.text}</p>;
  }
}
