// A raw record: as a tree, or as text where it is cut or not JSON.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { JsonTree } from '../../ui/tree/json-tree.tsx';

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

interface RecordTextProps {
  readonly text: string;
  /** Cut, or wanted as it is. */
  readonly isPlain: boolean;
}

export function RecordText({ text, isPlain }: RecordTextProps): ComponentChildren {
  const tree = useMemo(() => (isPlain ? undefined : parsed(text)), [text, isPlain]);
  return tree === undefined ? (
    <CodeBlock text={text} language="json" label="Record" />
  ) : (
    <JsonTree value={tree.value} label="Record" />
  );
}
