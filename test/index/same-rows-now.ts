// The moment at which rows are compared: long after everything was logged.

export const NOW = Date.UTC(2030, 0, 1);
