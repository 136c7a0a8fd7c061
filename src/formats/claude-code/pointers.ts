// JSON pointers into a message's content: made once for the first blocks, which are all that nearly all messages have, so that a
// million results share a few strings.

export interface BlockPointers {
  readonly block: string;
  readonly content: string;
  readonly input: string;
  readonly text: string;
  readonly thinking: string;
}

function pointersTo(index: number): BlockPointers {
  const block = `/message/content/${index}`;
  return {
    block,
    content: `${block}/content`,
    input: `${block}/input`,
    text: `${block}/text`,
    thinking: `${block}/thinking`,
  };
}

const FIRST: readonly BlockPointers[] = Array.from({ length: 16 }, (_, index) => pointersTo(index));

export function blockPointers(index: number): BlockPointers {
  return FIRST[index] ?? pointersTo(index);
}
