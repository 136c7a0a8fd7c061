// Texts as PostgreSQL can hold them. It takes any character but NUL, which logs do have: that one is written as two others.

/** No character of any text that means something. */
const MARK = '\u{10ffff}';
const NUL = `${MARK}0`;
const MARK_ITSELF = `${MARK}1`;

export function toStored(text: string): string {
  if (!text.includes('\0') && !text.includes(MARK)) return text;
  return text.replaceAll(MARK, MARK_ITSELF).replaceAll('\0', NUL);
}

export function fromStored(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replaceAll(NUL, '\0').replaceAll(MARK_ITSELF, MARK);
}
