// Owns which addresses requests may go to: the public internet, and of the rest only what the configuration allows.

import { BlockList, isIP } from 'node:net';
import { AppError } from '../../base/app-error.ts';

/** Ranges that are not the public internet (IANA special-purpose registries). */
const SPECIAL: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  // Addresses of the old internet in disguise: whoever wants one names it plainly.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function add(list: BlockList, range: string): void {
  const [address = '', bits = ''] = range.split('/');
  const kind = isIP(address);
  const prefix = bits === '' ? (kind === 6 ? 128 : 32) : Number(bits);
  if (kind === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > (kind === 6 ? 128 : 32)) {
    throw new AppError('bad-usage', `'${range}' is not a range of addresses.`, {
      hint: 'Write loopback, private, an address, or a range such as 10.1.0.0/16.',
    });
  }
  list.addSubnet(address, prefix, family(address));
}

/** ::ffff:1.2.3.4 is 1.2.3.4. */
function unmapped(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (hex === null) return address;
  const [high, low] = [Number.parseInt(hex[1] ?? '0', 16), Number.parseInt(hex[2] ?? '0', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

export class AddressPolicy {
  readonly #special = new BlockList();
  readonly #allowed = new BlockList();

  /** `allow`: `loopback`, `private`, addresses and CIDR ranges that are reachable besides the public internet. */
  constructor(allow: readonly string[] = []) {
    for (const [address, bits] of SPECIAL) add(this.#special, `${address}/${bits}`);
    for (const entry of allow) for (const range of NAMED[entry] ?? [entry]) add(this.#allowed, range);
  }

  allows(address: string): boolean {
    const plain = unmapped(address);
    if (isIP(plain) === 0) return false;
    return this.#allowed.check(plain, family(plain)) || !this.#special.check(plain, family(plain));
  }
}
