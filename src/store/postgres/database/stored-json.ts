// JSON that rows hold as text, inside of statements. PostgreSQL refuses two escapes that JSON may have: NUL, and half a character.

const ODD = String.raw`'\\u(0000|d[89a-f][0-9a-f]{2})'`;
const MARK = String.raw`'\\ufffd'`;

/** The text as PostgreSQL's own JSON, with a mark in place of what it refuses. Whole characters are never escaped so. */
export function jsonOf(column: string): string {
  const clean = `regexp_replace(${column}, ${ODD}, ${MARK}, 'gi')`;
  return String.raw`(CASE WHEN strpos(${column}, '\u') > 0 THEN ${clean} ELSE ${column} END)::json`;
}
