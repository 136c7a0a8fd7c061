// A header of every answer: the number of the last change that clients had been told of when it was asked for.

export const SEQ_HEADER = 'toolscope-seq';
