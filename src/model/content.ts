// What a result says to the model: text and blocks, independent of any vendor's spelling. Bytes stay in the log.

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  /** `pointer` leads from the record to the base64 text, `bytes` is the decoded size. */
  | { readonly type: 'image'; readonly mediaType: string; readonly bytes: number; readonly pointer: string }
  | { readonly type: 'document'; readonly mediaType: string; readonly bytes: number; readonly pointer: string }
  | { readonly type: 'link'; readonly uri: string; readonly title: string | null }
  | { readonly type: 'tool-reference'; readonly name: string }
  | { readonly type: 'other'; readonly kind: string; readonly value: unknown };

/** A plain string is by far the most common case and stays one. */
export type ResultContent = string | readonly ContentBlock[];

/** All text of a content, blocks joined by a newline. */
export function contentText(content: ResultContent): string {
  if (typeof content === 'string') return content;
  let text: string | undefined;
  // Concatenated, not joined: nothing is copied before it is read.
  for (const block of content)
    if (block.type === 'text') text = text === undefined ? block.text : `${text}\n${block.text}`;
  return text ?? '';
}

/** Decoded size of a base64 text, without decoding it. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}
