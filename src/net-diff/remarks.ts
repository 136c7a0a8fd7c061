// Remarks about a net diff that is incomplete, or that does not exist.

import type { NetDoubt, NetNote } from './net-file.ts';

export const DOUBTS: Readonly<Record<NetDoubt['code'], string>> = {
  'lines-missing': 'the log does not hold the lines that this call changed',
  'other-lines':
    'this call found different lines in the file than earlier calls had left, and the log does not hold the whole file',
  'place-unknown': 'the log says what this call changed, not where, and the lines match more than one place or none',
};

export const NOTES: Readonly<Record<NetNote['code'], string>> = {
  'changed-elsewhere':
    'Something other than these calls changed the file before this one: a command, a formatter or a person. Those lines are part of the diff.',
  'perhaps-more': 'The log does not say whether this call was carried out. If it was, there are more changes.',
  'before-unknown': 'The log does not say what the file held before this call, so removed lines cannot be shown.',
  removed: 'This command removed the file.',
  'places-unknown': 'The log says which lines changed, not where they are in the file.',
};
