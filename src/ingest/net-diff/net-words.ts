// Owns what is said about a net diff that is not the whole truth, or that cannot be told.

import type { NetDoubt, NetNote } from './net-file.ts';

export const DOUBTS: Readonly<Record<NetDoubt['code'], string>> = {
  'lines-missing': 'the log does not hold the lines that this call changed',
  'other-lines':
    'this call found other lines in the file than the calls before it had left there, and the log does not hold the whole file',
  'place-unknown': 'the log says what this call changed, not where, and the lines fit more than one place or none',
};

export const NOTES: Readonly<Record<NetNote['code'], string>> = {
  'changed-elsewhere':
    'Something other than these calls changed the file before this one: a command, a formatter or a person. Those lines are part of the diff.',
  'perhaps-more': 'The log does not say whether this call was done. If it was, there is more.',
  'before-unknown': 'What the file held before this call is not in the log: lines that went cannot be shown.',
  'places-unknown': 'The log says which lines were changed, not where in the file they stand.',
};
