// The name of a session in maps and sets: ids are unique within an agent only.

export function sessionKey(agent: string, session: string): string {
  return `${agent} ${session}`;
}
