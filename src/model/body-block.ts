// The parts of a result that tools make and views draw: texts, pictures, documents, links, and unknown ones.

export type BodyBlock =
  /** `value` is set when the text is JSON. */
  | { readonly type: 'text'; readonly text: string; readonly value?: unknown }
  /** `pointer` leads from the structured result to the base64 text; null when the log has no bytes. */
  | {
      readonly type: 'image' | 'audio' | 'document' | 'blob';
      readonly mediaType: string;
      readonly bytes: number;
      readonly pointer: string | null;
    }
  | {
      readonly type: 'link';
      readonly uri: string;
      readonly title: string | null;
      readonly mediaType: string | null;
      readonly text: string | null;
    }
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'other'; readonly kind: string; readonly value: unknown };
