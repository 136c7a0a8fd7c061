// The causes that an MCP client lists below its own sentence, which only names the tool.

const OPENING = /^tool call (?:error|failed)\b/;
const MARK = '\nCaused by:\n';
const CAUSES_MAX = 8;
const TEXT_MAX = 8000;

/** `tool call error: …`, an empty line, `Caused by:`, then one cause per line, numbered if there are several. */
export function causesIn(text: string): readonly string[] {
  if (!OPENING.test(text)) return [];
  const head = text.slice(0, TEXT_MAX);
  const at = head.indexOf(MARK);
  if (at === -1) return [];
  return head
    .slice(at + MARK.length)
    .split('\n', CAUSES_MAX)
    .map((line) => line.replace(/^\s*(?:\d{1,2}: )?/, '').trimEnd())
    .filter((line) => line !== '');
}
