// Headers of answers that say how they stand to the changes that clients are told of.

/** On every answer: the number of the last change that clients had been told of when it was asked for. */
export const SEQ_HEADER = 'toolscope-seq';

/** On an answer that was computed before the last change and given again: so many milliseconds later there is a newer one. */
export const FRESH_IN_HEADER = 'toolscope-fresh-in';
