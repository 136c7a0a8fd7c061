// View of found files: as a tree, with a note if it is incomplete.

import { useCallback, useMemo } from 'preact/hooks';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { PathTree } from '../../ui/tree/path-tree.tsx';
import { FilePath } from '../../ui/view/file-path.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { GlobFiles, GlobInput } from './glob.ts';

type Props = ToolViewProps<GlobInput, GlobFiles>;

function totalOf({ total, totalIsComplete }: GlobFiles): string {
  if (total === null) return '';
  return totalIsComplete ? ` of ${formatCount(total)}` : ` of more than ${formatCount(total)}`;
}

function Result({ view, result }: { readonly view: Props; readonly result: GlobFiles }) {
  const { links } = view;
  const files = useMemo(() => result.files.map((path) => ({ path })), [result]);
  const link = useCallback((path: string, name: string) => <FilePath path={path} name={name} links={links} />, [links]);
  if (files.length === 0) return <Empty>No files.</Empty>;
  return (
    <PathTree
      title={`${plural(result.count, 'file')}${totalOf(result)}`}
      facts={
        <>
          {result.truncated && <Badge tone="warn">not all of them</Badge>}
          {result.timedOut && <Badge tone="warn">stopped: it took too long</Badge>}
          {result.elapsedMs !== null && <span>{formatMs(result.elapsedMs)}</span>}
        </>
      }
      files={files}
      link={link}
    />
  );
}

export const view = defineView<GlobInput, GlobFiles>((props) => {
  const { input, result, links } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <code class="ts-view__lead">{input.pattern}</code>
          {input.path !== undefined && (
            <span class="ts-view__dim">
              in <FilePath path={input.path} links={links} />
            </span>
          )}
        </div>
      )}
      {result?.kind === 'files' ? <Result view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
