// The reason inside `exec_command failed …`: an error in Rust's debug format, without its quotes.

export interface ExecFailure {
  /** The error's name, such as `CreateProcess`. */
  readonly error: string;
  /** Why, before it was quoted. */
  readonly words: string;
  /** Something refused it, or could not start it: the words say which. */
  readonly isRejected: boolean;
}

const OPENING = 'exec_command failed';
/** The command before it is of any length and unquoted; quotes inside the message are escaped. */
const MESSAGE = /: ([A-Z]\w{2,40}) \{ message: "/g;
const REJECTED = 'Rejected("';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['0', '\0'],
]);

/** The string that begins at this place, after its quote; to the end where the closing quote was cut off. */
function unquoted(text: string, start: number): string {
  let end = start;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return text.slice(start, end).replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES.get(letter) ?? letter);
}

/**
 * ``exec_command failed for `<command>`: CreateProcess { message: "Rejected(\"…\")" }``, in newer builds without the command.
 * Undefined for any other text.
 */
export function readExecFailure(text: string): ExecFailure | undefined {
  if (!text.startsWith(OPENING)) return undefined;
  const found = [...text.matchAll(MESSAGE)].at(-1);
  if (found === undefined) return { error: '', words: text, isRejected: false };
  const error = found[1] ?? '';
  const message = unquoted(text, found.index + found[0].length);
  const isRejected = message.startsWith(REJECTED);
  return { error, words: isRejected ? unquoted(message, REJECTED.length) : message, isRejected };
}
