// Makes foreign text safe for a terminal: colours may stay, every other control sequence is removed.

// CSI … m is kept as colour; other CSI, OSC, DCS/SOS/PM/APC strings, single escapes and C0/C1 controls are removed.
const ESCAPES =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][\s\S]*?(?:\x07|\x1b\\|$)|\x1b[PX^_][\s\S]*?(?:\x1b\\|$)|\x1b[ -/]*[0-~]|\x1b|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;
const COLOUR = /^\x1b\[[0-9;:]*m$/;

/** Text with all control sequences removed; with `colours`, plain SGR colour sequences are kept. */
export function stripControls(text: string, options: { colours?: boolean } = {}): string {
  return text.replace(ESCAPES, (sequence) => (options.colours === true && COLOUR.test(sequence) ? sequence : ''));
}

/** Text as printed on paper: no control sequences, and every kind of line end is a line feed. */
export function plainText(text: string): string {
  return text.includes('\x1b') || text.includes('\r') ? stripControls(text.replace(/\r\n?/g, '\n')) : text;
}

/**
 * JSON that a terminal cannot misread. JSON.stringify escapes the ASCII controls; the others, 8-bit control sequences
 * and changes of writing direction among them, are escaped here. The value stays the same.
 */
export function terminalJson(value: unknown): string {
  return terminalJsonText(JSON.stringify(value));
}

/** The same for JSON that is text already: characters are escaped, nothing else changes. */
export function terminalJsonText(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200e\u200f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
