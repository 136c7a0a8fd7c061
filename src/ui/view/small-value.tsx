// A value that is usually a word or a number: inline where it fits, as a tree where it does not.

import { JsonTree } from '../tree/json-tree.tsx';

export function SmallValue({ value }: { readonly value: unknown }) {
  if (typeof value === 'object' && value !== null) return <JsonTree value={value} />;
  return <code>{typeof value === 'string' ? value : String(value)}</code>;
}
