// Tables of call ids by key. Nearly every key has one member, which then costs a string and no set.

export type MemberTable<Key> = Map<Key, string | Set<string>>;

/** Adds a member; returns how many the key has now. */
export function addMember<Key>(table: MemberTable<Key>, key: Key, callId: string): number {
  const known = table.get(key);
  if (known === undefined || known === callId) {
    table.set(key, callId);
    return 1;
  }
  if (typeof known === 'string') table.set(key, new Set([known, callId]));
  else known.add(callId);
  return countMembers(table, key);
}

export function countMembers<Key>(table: MemberTable<Key>, key: Key): number {
  const known = table.get(key);
  if (known === undefined) return 0;
  return typeof known === 'string' ? 1 : known.size;
}

export function membersOf<Key>(table: MemberTable<Key>, key: Key): Iterable<string> {
  const known = table.get(key);
  if (known === undefined) return [];
  return typeof known === 'string' ? [known] : known;
}
