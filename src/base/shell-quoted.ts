// Quotes a text for a shell, so that it is one word and nothing in it is run.

/** Inside single quotes, as POSIX shells read them. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
