// JSON in as little memory as a string can take, for the many values that a long session keeps packed.

/** Longer texts stay as they are: their characters do not fit in one call's arguments. */
const LONG = 4096;
const WIDE = /[\u0100-\uffff]/;
const HEX = '0123456789abcdef';
const ESCAPE = '\\u';

/**
 * With wide characters spelled as escapes, if that is shorter: a single arrow or dash doubles the memory of the whole string. Only
 * strings made of narrow parts are narrow, so it is put together from numbers.
 */
function narrow(text: string): string {
  if (text.length > LONG || !WIDE.test(text)) return text;
  const codes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 256) {
      codes.push(code);
      continue;
    }
    codes.push(ESCAPE.charCodeAt(0), ESCAPE.charCodeAt(1));
    for (let shift = 12; shift >= 0; shift -= 4) codes.push(HEX.charCodeAt((code >>> shift) & 15));
  }
  return codes.length < 2 * text.length ? String.fromCharCode(...codes) : text;
}

/** Flattens a string: the engine builds long ones as trees, a third larger, until a character is read. */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) > 0 ? text : '';
}

/** The value as JSON, flat and narrow. */
export function shortJson(value: object): string {
  return inOnePiece(narrow(JSON.stringify(value)));
}
