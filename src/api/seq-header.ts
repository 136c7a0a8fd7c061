// The header of every answer that tells which changes are in it: its number of the change feed, at least.

export const SEQ_HEADER = 'toolscope-seq';
