// What kind of file system a path is on: whether looking is quick, and whether all changes are reported.

import { statfs } from 'node:fs/promises';
import { platform } from 'node:process';

/**
 * `local`: this machine's own. `network`: changes come from other machines or from outside a container, and a local watch does not
 * see them; a look may take long. `unknown`: treated with care.
 */
export interface Mount {
  readonly kind: 'local' | 'network' | 'unknown';
  readonly name: string;
}

const UNKNOWN: Mount = { kind: 'unknown', name: 'a file system of unknown kind' };

/** Linux's magic numbers of file systems (statfs(2)) whose changes may come from elsewhere. */
const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x786f4256, 'a VirtualBox share'],
  [0x7461636f, 'OCFS2'],
  [0x01161970, 'GFS2'],
]);

export async function mountOf(path: string): Promise<Mount> {
  if (platform !== 'linux') return UNKNOWN;
  try {
    const { type } = await statfs(path);
    // The number is a signed or unsigned 32-bit one, depending on the system.
    const name = NETWORK_TYPES.get(Number(BigInt.asUintN(32, BigInt(type))));
    return name === undefined ? { kind: 'local', name: 'a local file system' } : { kind: 'network', name };
  } catch {
    return UNKNOWN;
  }
}
