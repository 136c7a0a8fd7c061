// The mark of a session that was read again, in the log of changes of either engine.

/** Stands in place of a call's id. */
export const READ_AGAIN = '';
