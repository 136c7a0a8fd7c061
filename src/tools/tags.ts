// Parses the simple tags of some results by position: their contents are untrusted text.

/** The text between the first `<name>` and the first `</name>` after it, without one line break at each end. */
export function tagged(text: string, name: string, from = 0): string | undefined {
  return cut(text, text.indexOf(`<${name}>`, from), name, text.indexOf(`</${name}>`, from));
}

/** The same up to the last `</name>`, for contents that may contain the tag themselves. */
export function taggedWidely(text: string, name: string, from = 0): string | undefined {
  return cut(text, text.indexOf(`<${name}>`, from), name, text.lastIndexOf(`</${name}>`));
}

function cut(text: string, open: number, name: string, close: number): string | undefined {
  if (open === -1) return undefined;
  let start = open + name.length + 2;
  let end = close < start ? text.length : close;
  if (text[start] === '\n') start++;
  if (end > start && text[end - 1] === '\n') end--;
  return text.slice(start, Math.max(start, end));
}
