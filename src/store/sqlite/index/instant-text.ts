// An instant as text, the same for the SQL views and for the index that finds rows by it.

/** Milliseconds since 1970 as ISO text. */
export function instantText(ms: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', CAST(${ms} AS INTEGER) / 1000.0, 'unixepoch')`;
}
