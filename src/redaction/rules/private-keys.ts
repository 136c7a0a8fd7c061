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
      /(-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)(?:[A-Za-z0-9+/=\s\\:,>|*"'.-]{0,12000}?-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:[\s>|"',+]|\\[nr])*[A-Za-z0-9+/=\s\\]{16,12000})/g,
    isReal: (secret) => /[A-Za-z0-9+/]{16,}/.test(secret),
  },
  {
    id: 'private-key',
    kind: 'secret',
    name: 'Private key (PuTTY)',
    hints: ['private-lines:'],
    pattern: /(Private-Lines:\s*\d+(?:\s|\\[nr])+)(?:[A-Za-z0-9+/=]{16,}(?:\s|\\[nr])*)+/g,
  },
];
