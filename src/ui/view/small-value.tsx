// A value that is most often a word or a number: in the line where it fits, as a tree where it does not.

import { JsonTree } from '../tree/json-tree.tsx';

export function SmallValue({ value }: { readonly value: unknown }) {
  if (typeof value === 'object' && value !== null) return <JsonTree value={value} />;
  return <code>{typeof value === 'string' ? value : String(value)}</code>;
}
