// The input of an unknown tool: a text as text, anything else as a tree.

import { Empty } from '../parts/empty.tsx';
import { CodeBlock } from '../text/code-block.tsx';
import { JsonTree } from '../tree/json-tree.tsx';

export function InputValue({ value, title = 'Input' }: { readonly value: unknown; readonly title?: string }) {
  if (value === null || value === undefined) return <Empty>There is no input.</Empty>;
  if (typeof value === 'string') return <CodeBlock title={title} text={value} />;
  return <JsonTree title={title} label={title} value={value} />;
}
