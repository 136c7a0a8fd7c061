// The head and the tail of a long text: where programs say what went wrong.

const HEAD_MAX = 2000;
const TAIL_MAX = 4000;

export function headAndTail(text: string): string {
  if (text.length <= HEAD_MAX + TAIL_MAX) return text;
  return `${text.slice(0, HEAD_MAX)}\n${text.slice(-TAIL_MAX)}`;
}
