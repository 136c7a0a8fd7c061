// Private keys in PEM: whole, as a JSON string with \n, or cut off before their end.

import type { Rule } from '../rule.ts';

/** Line ends may be real, or escapes of any depth; between them there is only base64, and headers such as Proc-Type. */
export const PRIVATE_KEYS: readonly Rule[] = [
  {
    id: 'private-key',
    kind: 'secret',
    name: 'Private key',
    hints: ['private key'],
    pattern:
      /(-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)(?:(?:[A-Za-z0-9+/=\s\\:,>|*"'.-]|\xe2\x86\x92){0,12000}?-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:[\s>|"',+]|\\[nr])*(?:[A-Za-z0-9+/=\s\\]|\xe2\x86\x92){16,12000})/g,
    isReal: (secret) => /[A-Za-z0-9+/]{16,}/.test(secret),
  },
  {
    id: 'private-key',
    kind: 'secret',
    name: 'Private key',
    hints: ['private key'],
    pattern:
      /(-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\{1,8}[nr]){0,9})[A-Za-z0-9+/]{1,64}(?=\xe2\x80\xa6|\.{3})/g,
  },
  {
    id: 'private-key',
    kind: 'secret',
    name: 'Static key (OpenVPN)',
    hints: ['static key v1'],
    pattern: /(-----BEGIN OpenVPN Static key V1-----)(?:(?:[\s+>|"',]|\\[nr]){1,20}[a-f0-9]{8,64}){1,200}/g,
  },
  {
    id: 'private-key',
    kind: 'secret',
    name: 'Words that a wallet is made from',
    hints: ['mnemonic', 'seed phrase', 'seed_phrase', 'recovery phrase'],
    pattern:
      /((?:mnemonic|seed[ _-]?phrase|recovery[ _-]?phrase)(?: is)?["'\\]{0,4}\s{0,2}[=:]?\s{0,2}["'`\\]{0,4})(?:(?:[a-z]{3,8} ){11,23}[a-z]{3,8}|(?:[a-z]{3,8} ){2,23}[a-z*]{0,8}(?=\xe2\x80\xa6|\.{3}))/gi,
  },
  {
    id: 'private-key',
    kind: 'secret',
    name: 'Private key (PuTTY)',
    hints: ['private-lines:'],
    pattern: /(Private-Lines:\s*\d+(?:\s|\\[nr])+)(?:[A-Za-z0-9+/=]{16,}(?:\s|\\[nr])*)+/g,
  },
];
