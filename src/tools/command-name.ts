// Names of skills and commands: `category:name`, where categories may be nested.

export interface CommandName {
  /** As in the log, without a leading slash. */
  readonly full: string;
  /** Everything before the last colon; null for names without one. */
  readonly category: string | null;
  readonly name: string;
}

export function commandName(raw: string): CommandName {
  const full = raw.trim().replace(/^\//, '');
  const colon = full.lastIndexOf(':');
  return colon === -1
    ? { full, category: null, name: full }
    : { full, category: full.slice(0, colon), name: full.slice(colon + 1) };
}
