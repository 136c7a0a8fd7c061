// Which addresses requests may go to: global unicast addresses, and others only if configured.

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
  // Within IPv6 global unicast, which is the only range allowed there.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

/** IPv6 global unicast: everything outside it is special, or not in use. */
const GLOBAL_UNICAST = ['2000::', 3] as const;

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

/** The eight groups of an IPv6 address, however it is written. Undefined if it is not one. */
function groupsOf(address: string): number[] | undefined {
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    const hex = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);
    return `${hex(a, b)}:${hex(c, d)}`;
  });
  const [head = '', tail] = plain.split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** Prefixes that map to an IPv4 address, and the group in which that begins. */
const TRANSLATED: readonly { readonly prefix: readonly number[]; readonly at: number }[] = [
  // Mapped (RFC 4291), translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056).
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x2002], at: 1 },
];

/** The address that packets really go to: for a translated address, the embedded one. Undefined if not an address. */
function destinationOf(address: string): string | undefined {
  if (isIP(address) === 4) return address;
  const groups = groupsOf(address);
  if (groups === undefined) return undefined;
  const found = TRANSLATED.find(({ prefix }) => prefix.every((group, i) => groups[i] === group));
  if (found === undefined) return groups.map((group) => group.toString(16)).join(':');
  const [high = 0, low = 0] = groups.slice(found.at);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

function listOf(ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ranges) add(list, `${address}/${bits}`);
  return list;
}

/** Created on the first request: it takes 20 ms, which would delay the start. */
let known: { readonly special: BlockList; readonly global: BlockList } | undefined;

export class AddressPolicy {
  readonly #allowed = new BlockList();

  /** `allow`: `loopback`, `private`, addresses and CIDR ranges allowed in addition to the public internet. */
  constructor(allow: readonly string[] = []) {
    for (const entry of allow) for (const range of NAMED[entry] ?? [entry]) add(this.#allowed, range);
  }

  allows(address: string): boolean {
    const end = destinationOf(address);
    if (end === undefined) return false;
    const kind = family(end);
    if (this.#allowed.check(end, kind) || this.#isNamed(address)) return true;
    known ??= { special: listOf(SPECIAL), global: listOf([GLOBAL_UNICAST]) };
    return !known.special.check(end, kind) && (kind === 'ipv4' || known.global.check(end, kind));
  }

  /** Allowed as written, although it leads elsewhere. */
  #isNamed(address: string): boolean {
    return family(address) === 'ipv6' && this.#allowed.check(address, 'ipv6');
  }
}
