// Which user's program is at the other end of a loopback connection, from /proc/net/tcp on Linux.

import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** The user ids of all connections from one port to another, in the text of /proc/net/tcp or tcp6. */
export function usersIn(table: string, from: number, to: number): number[] {
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
  const [local, remote] = [`:${hex(from)}`, `:${hex(to)}`];
  return table.split('\n').flatMap((line) => {
    const [, here = '', there = '', , , , , user = ''] = line.trim().split(/\s+/);
    return here.endsWith(local) && there.endsWith(remote) ? [Number(user)] : [];
  });
}

/** True where the system cannot say. Comparing ports is enough: any connection of another user makes it false. */
export function isSameUser({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>): boolean {
  if (process.platform !== 'linux' || process.getuid === undefined) return true;
  if (remotePort === undefined || localPort === undefined) return false;
  const own = process.getuid();
  const users = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => {
    try {
      return usersIn(readFileSync(path, 'latin1'), remotePort, localPort);
    } catch {
      return [];
    }
  });
  return users.length > 0 && users.every((user) => user === own);
}
