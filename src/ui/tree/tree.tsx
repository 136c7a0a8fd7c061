// An expandable tree: rows made on demand, navigable by keyboard, any size.

import type { ComponentChildren } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { LineWindow } from '../text/line-window.tsx';
import './tree.css';

export interface TreeNode {
  /** Unique in its tree. */
  readonly id: string;
  readonly draw: () => ComponentChildren;
  /** Null for a leaf. */
  readonly children: (() => readonly TreeNode[]) | null;
  /** Whether it starts open. */
  readonly isOpen: boolean;
}

interface Row {
  readonly node: TreeNode;
  readonly depth: number;
  readonly isOpen: boolean;
}

/** The visible rows: collapsed nodes hide their children. */
function rowsOf(nodes: readonly TreeNode[], turned: ReadonlyMap<string, boolean>): readonly Row[] {
  const rows: Row[] = [];
  const walk = (level: readonly TreeNode[], depth: number): void => {
    for (const node of level) {
      const isOpen = node.children !== null && (turned.get(node.id) ?? node.isOpen);
      rows.push({ node, depth, isOpen });
      if (isOpen) walk(node.children(), depth + 1);
    }
  };
  walk(nodes, 0);
  return rows;
}

function parentOf(rows: readonly Row[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at;
  return index;
}

interface Step {
  readonly to: number;
  readonly turn: boolean | null;
}

/** The effect of a key at a row: where to go, and whether to expand or collapse it. Null for other keys. */
function stepOf(key: string, rows: readonly Row[], index: number): Step | null {
  const row = rows[index];
  const canOpen = row !== undefined && row.node.children !== null && !row.isOpen;
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(rows.length - 1, index + 1), turn: null };
    case 'ArrowUp':
      return { to: Math.max(0, index - 1), turn: null };
    case 'Home':
      return { to: 0, turn: null };
    case 'End':
      return { to: rows.length - 1, turn: null };
    case 'ArrowRight':
      if (canOpen) return { to: index, turn: true };
      return { to: row?.isOpen === true ? Math.min(rows.length - 1, index + 1) : index, turn: null };
    case 'ArrowLeft':
      return row?.isOpen === true ? { to: index, turn: false } : { to: parentOf(rows, index), turn: null };
    case 'Enter':
    case ' ':
      return row?.node.children === null ? null : { to: index, turn: row?.isOpen !== true };
    default:
      return null;
  }
}

export function Tree({ nodes, label }: { readonly nodes: readonly TreeNode[]; readonly label: string }) {
  const name = useId();
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [at, setAt] = useState(0);
  const [hasFocus, setFocus] = useState(false);
  const rows = useMemo(() => rowsOf(nodes, turned), [nodes, turned]);
  const here = Math.min(at, rows.length - 1);
  const turn = (node: TreeNode, isOpen: boolean) => setTurned(new Map([...turned, [node.id, isOpen]]));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event.key, rows, here);
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    const node = rows[here]?.node;
    if (step.turn !== null && node !== undefined) turn(node, step.turn);
    setAt(step.to);
  };

  return (
    <div
      class="ts-tree"
      role="tree"
      aria-label={label}
      aria-activedescendant={rows.length === 0 ? undefined : `${name}-${here}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <LineWindow
        count={rows.length}
        label={label}
        isInner
        wrap
        at={hasFocus ? here : undefined}
        draw={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { node, depth, isOpen } = row;
          const isBranch = node.children !== null;
          // Keys are handled by the tree itself, wherever the focus is in it.
          const mouse = {
            onClick: () => {
              setAt(index);
              if (isBranch && (globalThis.getSelection?.()?.toString() ?? '') === '') turn(node, !isOpen);
            },
          };
          return (
            <div
              key={node.id}
              id={`${name}-${index}`}
              class={hasFocus && index === here ? 'ts-tree__row ts-tree__row--here' : 'ts-tree__row'}
              role="treeitem"
              aria-level={depth + 1}
              aria-selected={index === here}
              {...(isBranch ? { 'aria-expanded': isOpen } : {})}
              style={{ paddingLeft: `${8 + depth * 14}px` }}
              {...mouse}
            >
              <span class="ts-tree__twist" aria-hidden="true">
                {isBranch ? (isOpen ? '▾' : '▸') : ''}
              </span>
              <span class="ts-tree__node">{node.draw()}</span>
            </div>
          );
        }}
      />
    </div>
  );
}
