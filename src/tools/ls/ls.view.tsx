// How a folder's listing is drawn: the tree as the tool gave it.

import { useMemo } from 'preact/hooks';
import { plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Block } from '../../ui/parts/block.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { Tree, type TreeNode } from '../../ui/tree/tree.tsx';
import { FilePath } from '../../ui/view/file-path.tsx';
import { Notes } from '../../ui/view/notes.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { LsEntry, LsInput, LsTree } from './ls.ts';

const OPEN_ENTRIES = 400;

/** Entries are ordered, with depths: each contains the deeper ones that follow it. */
function nodesOf(entries: readonly LsEntry[], from: number, to: number, isOpen: boolean): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = from;
  while (at < to) {
    const entry = entries[at];
    if (entry === undefined) break;
    let end = at + 1;
    while (end < to && (entries[end]?.depth ?? 0) > entry.depth) end++;
    const first = at + 1;
    const last = end;
    nodes.push({
      id: String(at),
      isOpen: isOpen || entry.depth === 0,
      children: last > first ? () => nodesOf(entries, first, last, isOpen) : null,
      draw: () => (
        <span class={entry.isFolder ? 'ts-path__folder' : ''}>{entry.isFolder ? `${entry.name}/` : entry.name}</span>
      ),
    });
    at = end;
  }
  return nodes;
}

function Listing({ result }: { readonly result: LsTree }) {
  const { entries } = result;
  // The listed folder itself is the tree's root, not one of its entries.
  const listed = result.root === null ? entries.length : entries.length - 1;
  const nodes = useMemo(() => nodesOf(entries, 0, entries.length, entries.length <= OPEN_ENTRIES), [entries]);
  return (
    <>
      {entries.length === 0 ? (
        <Empty>The folder is empty.</Empty>
      ) : (
        <Block
          title={plural(listed, 'entry', 'entries')}
          facts={result.truncated ? <Badge tone="warn">not all of them</Badge> : undefined}
        >
          <Tree nodes={nodes} label="Entries of the folder" />
        </Block>
      )}
      <Notes notes={result.remarks} />
    </>
  );
}

function Asked({ view, input }: { readonly view: ToolViewProps<LsInput, LsTree>; readonly input: LsInput }) {
  return (
    <div class="ts-view__line">
      <FilePath path={input.path} links={view.links} />
      <Facts facts={[['without', input.ignore.join(', ')]]} />
    </div>
  );
}

export const view = defineView<LsInput, LsTree>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && <Asked view={props} input={input} />}
      {result?.kind === 'tree' ? <Listing result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
