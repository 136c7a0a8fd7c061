// Owns the part of an output in which programs say what went wrong: its beginning, and most often its end.

const HEAD_MAX = 2000;
const TAIL_MAX = 4000;

export function bothEnds(text: string): string {
  if (text.length <= HEAD_MAX + TAIL_MAX) return text;
  return `${text.slice(0, HEAD_MAX)}\n${text.slice(-TAIL_MAX)}`;
}
