// Tests reading the table of connections: made-up lines in the form of /proc/net/tcp.

import { expect, it } from 'vitest';
import { usersIn } from './peer-user.ts';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:128B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0000000000000000 100 0 0 10 0
   1: 0100007F:128B 0100007F:A3F2 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0000000000000000 20 4 0 10 -1
   2: 0100007F:A3F2 0100007F:128B 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0000000000000000 20 4 0 10 -1
   3: 0200007F:A3F2 0100007F:128B 01 00000000:00000000 00:00000000 00000000  1000        0 14 1 0000000000000000 20 4 0 10 -1
`;

it('finds every user with a connection from one port to the other', () => {
  expect(usersIn(TABLE, 0xa3f2, 0x128b)).toEqual([1001, 1000]);
  expect(usersIn(TABLE, 0x128b, 0xa3f2)).toEqual([1000]);
  expect(usersIn(TABLE, 0xa3f3, 0x128b)).toEqual([]);
});
