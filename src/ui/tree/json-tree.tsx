// Draws a JSON value as a tree, with a button to copy its text.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Block } from '../parts/block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { LongText } from '../text/code-line.tsx';
import { type JsonNode, jsonNodes } from './json-nodes.ts';
import { Tree, type TreeNode } from './tree.tsx';

function Value({ node }: { readonly node: JsonNode }) {
  const { key, shown } = node;
  return (
    <>
      {key !== null && <span class="ts-json__key">{key}</span>}
      {key !== null && ': '}
      <span class={`ts-json__${shown.type}`}>
        <LongText text={shown.text} />
      </span>
    </>
  );
}

function treeNode(node: JsonNode): TreeNode {
  const { id, children, isOpen } = node;
  return {
    id,
    isOpen,
    draw: () => <Value node={node} />,
    children: children === null ? null : () => children().map(treeNode),
  };
}

interface JsonTreeProps {
  readonly value: unknown;
  readonly title?: ComponentChildren;
  readonly label?: string;
}

export function JsonTree({ value, title, label = 'Value' }: JsonTreeProps) {
  const nodes = useMemo(() => jsonNodes(value).map(treeNode), [value]);
  return (
    <Block title={title} actions={<CopyButton text={() => JSON.stringify(value, null, 2) ?? ''} what="JSON" />}>
      <Tree nodes={nodes} label={label} />
    </Block>
  );
}
