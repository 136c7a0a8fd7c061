// A path in a view: a link to the file's history.

import { BreakablePath } from '../text/breakable-path.tsx';
import type { ViewLinks } from '../tool-view.ts';

interface FilePathProps {
  readonly path: string;
  readonly links: ViewLinks;
  /** Shown instead of the full path. */
  readonly name?: string;
}

export function FilePath({ path, links, name }: FilePathProps) {
  return (
    <a class="ts-view__path" href={links.file(path)} title={path}>
      <BreakablePath path={name ?? path} />
    </a>
  );
}
