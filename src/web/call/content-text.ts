// The content of a result as blocks, and as the text in them.

import type { ContentBlock } from '../../model/content.ts';

export function blocksOf(content: unknown): readonly ContentBlock[] {
  return Array.isArray(content)
    ? content.filter((block): block is ContentBlock => typeof block === 'object' && block !== null)
    : [];
}

export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}
