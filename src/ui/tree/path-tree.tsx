// Draws found files as a tree, with their matching lines below.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { plural } from '../../base/units.ts';
import { Block } from '../parts/block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { LongText } from '../text/code-line.tsx';
import { type PathNode, pathNodes } from './path-nodes.ts';
import { Tree, type TreeNode } from './tree.tsx';

export interface FoundLine {
  readonly number: number | null;
  readonly text: string;
  readonly isMatch: boolean;
}

export interface FoundFile {
  readonly path: string;
  /** After the name: "3 matches". */
  readonly facts?: ComponentChildren;
  readonly lines?: readonly FoundLine[];
}

/** Files shown at once; larger trees start collapsed below their first levels. */
const OPEN_FILES = 200;

function lineNode(path: string, line: FoundLine, index: number): TreeNode {
  return {
    id: `${path}\n${index}`,
    isOpen: false,
    children: null,
    draw: () => (
      <span class={line.isMatch ? '' : 'ts-path__context'}>
        {line.number !== null && <span class="ts-path__number">{line.number}</span>}
        <LongText text={line.text} />
      </span>
    ),
  };
}

interface Drawing {
  readonly link: (path: string, name: string) => ComponentChildren;
  readonly isOpen: boolean;
}

function treeNode(node: PathNode<FoundFile>, drawing: Drawing, index: number): TreeNode {
  const { leaf, name, path, children } = node;
  if (leaf === null) {
    return {
      id: `${path}/`,
      isOpen: drawing.isOpen || node.files <= OPEN_FILES,
      children: () => children.map((child, at) => treeNode(child, drawing, at)),
      draw: () => (
        <>
          <span class="ts-path__folder">{name}/</span>
          <span class="ts-path__facts">{plural(node.files, 'file')}</span>
        </>
      ),
    };
  }
  const lines = leaf.item.lines ?? [];
  return {
    id: `${path} ${index}`,
    isOpen: drawing.isOpen,
    children: lines.length === 0 ? null : () => lines.map((line, at) => lineNode(path, line, at)),
    draw: () => (
      <>
        {drawing.link(path, name)}
        {leaf.item.facts !== undefined && <span class="ts-path__facts">{leaf.item.facts}</span>}
      </>
    ),
  };
}

interface PathTreeProps {
  readonly files: readonly FoundFile[];
  readonly title?: ComponentChildren;
  readonly facts?: ComponentChildren;
  /** Draws a file's name, as a link to its history. */
  readonly link: (path: string, name: string) => ComponentChildren;
  readonly label?: string;
}

export function PathTree({ files, title, facts, link, label = 'Files' }: PathTreeProps) {
  const nodes = useMemo(() => {
    const rows = files.reduce((sum, file) => sum + 1 + (file.lines?.length ?? 0), 0);
    const drawing: Drawing = { link, isOpen: rows <= OPEN_FILES * 2 };
    return pathNodes(files.map((item) => ({ path: item.path, item }))).map((node, at) => treeNode(node, drawing, at));
  }, [files, link]);
  return (
    <Block
      title={title}
      facts={facts}
      actions={<CopyButton text={() => files.map(({ path }) => path).join('\n')} what="paths" />}
    >
      <Tree nodes={nodes} label={label} />
    </Block>
  );
}
