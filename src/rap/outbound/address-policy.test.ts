// Tests that only global unicast addresses are allowed, however an address is written or translated.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AddressPolicy } from './address-policy.ts';

/** The ways in which an IPv6 address maps to an IPv4 one, each in several spellings. */
function spellings(ipv4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  return [
    `::ffff:${ipv4}`,
    `::FFFF:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `0000:0000::ffff:${ipv4}`,
    `::ffff:0:${ipv4}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:0:0:0:0:${ipv4}`,
    `2002:${high}:${low}::1`,
    `2002:${high}:${low}:0:0:0:0:1`,
  ];
}

it('judges a translated address by where it leads', () => {
  const policies = [new AddressPolicy(), new AddressPolicy(['loopback', '10.1.0.0/16'])];
  const known = fc.constantFrom('127.0.0.1', '169.254.169.254', '10.1.2.3', '10.2.0.1', '8.8.8.8', '0.0.0.0');
  fc.assert(
    fc.property(fc.oneof(known, fc.ipV4()), fc.constantFrom(...policies), (ipv4, policy) => {
      const different = spellings(ipv4).filter((address) => policy.allows(address) !== policy.allows(ipv4));
      expect(different).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('opens nothing in IPv6 but global unicast', () => {
  const policy = new AddressPolicy();
  const closed = [
    '4000::1',
    '8000::1',
    'e000::1',
    '1fff::1',
    '64:ff9b:1::8.8.8.8',
    '::8.8.8.8',
    '2001:0:1::1',
    '5f00::1',
  ];
  const more = ['2001:db8::1', '3fff:1::', 'fec0::1', 'fe80::1%eth0', '2606:4700::1%1', '100::1', '2001:10::1'];
  expect([...closed, ...more].filter((address) => policy.allows(address))).toEqual([]);
  expect(['2606:4700::1111', '2a00:1450:4001:80b::200e'].filter((address) => !policy.allows(address))).toEqual([]);
});

it('lets people allow what they name', () => {
  const policy = new AddressPolicy(['fd00:1::/64', '64:ff9b:1::/48', '4000::/3']);
  expect(['fd00:1::5', '64:ff9b:1::1', '4abc::1'].filter((address) => !policy.allows(address))).toEqual([]);
  expect(['fd00:2::5', '64:ff9b::7f00:1', '10.0.0.1'].filter((address) => policy.allows(address))).toEqual([]);
});
