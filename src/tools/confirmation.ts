// Sentences that confirm a file change: which file, whether the user changed it, and the snippet below.

import { detach } from '../base/text.ts';
import { type NumberedLine, readSnippet } from './numbered-lines.ts';

export interface Confirmation {
  readonly path: string | null;
  readonly created: boolean;
  readonly replaceAll: boolean;
  readonly userModified: boolean;
  readonly staleRecovered: boolean;
  readonly edits: number | null;
  readonly snippet: readonly NumberedLine[];
}

const THE_FILE = 'The file ';
const UPDATED = ' has been updated';
const CREATED_AT = /^File created successfully at: ([^\n]*)/;
const APPLIED = /^Applied (\d{1,6}) edits? to ([^\n]*)/;
const PLAIN = /^File (created|written|updated|edited) successfully\b/;
const NOTES = [' (file state is current', ' (note: '];
const USER_MODIFIED = 'The user modified your proposed changes before accepting them.';
const STALE = 'modified on disk since you last read it';

/** The head of the text, with the fixed sentences: the rest is the file's own text. */
function headOf(text: string): string {
  const stop = text.indexOf('\n');
  return stop === -1 ? text : text.slice(0, stop);
}

function confirmation(head: string, path: string | null, more: Partial<Confirmation>): Confirmation {
  return {
    path: path === null ? null : detach(path),
    created: false,
    replaceAll: false,
    userModified: head.includes(USER_MODIFIED),
    staleRecovered: head.includes(STALE),
    edits: null,
    snippet: [],
    ...more,
  };
}

/** A path, perhaps with a remark in brackets after it. By position: a regular expression would be slow on long spaces. */
function withoutNote(words: string): string {
  const line = words.trimEnd();
  if (!line.endsWith(')')) return line;
  const starts = NOTES.map((note) => line.lastIndexOf(note)).filter((at) => at > 0);
  return starts.length === 0 ? line : line.slice(0, Math.min(...starts));
}

/** The path between `The file ` and ` has been updated`. A path may contain these words: the requested path is certain. */
function updatedPath(head: string, asked: string | null): string | null {
  if (!head.startsWith(THE_FILE)) return null;
  if (asked !== null && head.startsWith(asked + UPDATED, THE_FILE.length)) return asked;
  for (let at = head.indexOf(UPDATED); at !== -1; at = head.indexOf(UPDATED, at + 1)) {
    const rest = head.slice(at + UPDATED.length, at + UPDATED.length + 15);
    if (/^(?:$|\.(?:\s|$)| successfully(?:\.|$))/.test(rest)) return head.slice(THE_FILE.length, at);
  }
  return null;
}

/** What the text confirms, or undefined. */
export function readConfirmation(text: string, asked: string | null): Confirmation | undefined {
  const head = headOf(text);
  const path = updatedPath(head, asked);
  if (path !== null) {
    const tail = head.slice(THE_FILE.length + path.length + UPDATED.length);
    // After "All occurrences of '" comes the file's own text: sentences there are not the tool's.
    const all = tail.search(/All occurrences (?:of '|were )/);
    const own = all === -1 ? tail : tail.slice(0, all);
    return confirmation(own, path, {
      replaceAll: all !== -1 && all < 160,
      snippet: own.includes("Here's the result of running `cat -n`") ? readSnippet(text) : [],
    });
  }
  const created = CREATED_AT.exec(head)?.[1];
  if (created !== undefined) return confirmation(head, withoutNote(created), { created: true });
  const applied = APPLIED.exec(head);
  if (applied !== null) {
    const rest = applied[2] ?? '';
    const stop = rest.indexOf(`.  ${USER_MODIFIED}`);
    const named = (stop === -1 ? rest : rest.slice(0, stop)).trimEnd().replace(/:$/, '');
    return confirmation(head, named, { edits: Number(applied[1]) });
  }
  const plain = PLAIN.exec(head);
  return plain === null ? undefined : confirmation(head, null, { created: plain[1] === 'created' });
}
