// Marks a session that was read again, in the change log of either engine.

/** Used instead of a call's id. */
export const READ_AGAIN = '';
