// Passwords and keys that only their name gives away: password=…, "api_key": "…", --token …, DB_PASSWORD=….

import { entropyOf, isMixed, isPlaceholder, isRandom } from '../placeholders.ts';
import type { Rule } from '../rule.ts';

/** `PASS: ` alone is what test runners say. */
const PASSWORDS = 'password|passwd|passphrase|passcode|pwd|(?:pass|pw)(?=["\'\\\\]|=|: ?["\'\\\\])|(?<=[_.-])pass|psk';
const KEYS =
  'secret|token|credentials?|api[_-]?key|apikey|access[_-]?key(?:[_-]?id)?|auth[_-]?key|private[_-]?key|secret[_-]?key(?:[_-]?base)?|signing[_-]?key|client[_-]?key[_-]?data|encryption[_-]?key|pre[_-]?shared[_-]?key|account[_-]?key|master[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|connection[_-]?string|webhook[_-]?secret|jwt[_-]?secret';

/** What may stand between a name and its value: quotes of any depth of escaping, a colon or an equals sign. */
const JOINT = '["\'`\\\\]{0,8}\\s{0,3}(?:=>|:=|=|:)\\s{0,3}["\'`\\\\]{0,8}';
const VALUE = '[^ \\t\\r\\n"\'`\\\\,;<>]';

/** A password in a file of settings or an environment: any word will do, as long as it is one. */
const ENVIRONMENT = new RegExp(
  `((?:^|[\\s;"'\`\\\\]|export )[A-Z][A-Z0-9_]{0,60}(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD)=["'\\\\]{0,4})${VALUE}{4,200}`,
  'gm',
);

export const ASSIGNMENTS: readonly Rule[] = [
  {
    id: 'password',
    kind: 'secret',
    name: 'Password',
    pattern: new RegExp(`((?:${PASSWORDS})${JOINT})${VALUE}{6,200}`, 'gi'),
    isReal: (secret) => isPasswordLike(secret),
  },
  {
    id: 'password',
    kind: 'secret',
    name: 'Password',
    hints: ['pass', '_pwd='],
    pattern: ENVIRONMENT,
    isReal: (secret) => !isPlaceholder(secret) && !/[/\\.]/.test(secret.slice(0, 2)),
  },
  {
    id: 'password',
    kind: 'secret',
    name: 'Password in .netrc',
    hints: ['login '],
    pattern: /(\blogin[ \t]+\S{1,200}\s+password[ \t]+)(?:[^\s"'\\<]|<(?!\/)){4,200}/g,
    isReal: (secret) => isPasswordLike(secret),
  },
  {
    id: 'password',
    kind: 'secret',
    name: 'Password in a file of settings',
    hints: ['password'],
    pattern:
      /(<(?:\w{0,30}password|passphrase)>\s{0,3}|password\\{0,4}["'] value=\\{0,4}["']|(?:store|key)password\s{1,3}\\{0,4}["']|password\\{0,4}["']\s{0,3}\{[^}]{0,200}\bdefault\s{0,8}=\s{0,3}\\{0,4}["'])[^\s"'\\<>]{4,200}(?:(?=["'\\<]|\s{0,3}<\/)|(?<=\xe2\x80\xa6|\.{3}))/gi,
    isReal: (secret) => !isPlaceholder(secret),
  },
  {
    id: 'password',
    kind: 'secret',
    name: 'Password in a file of settings',
    hints: ['pass'],
    pattern: /(^[ \t]*pass[ \t]*=[ \t]*)[^\s"'`(){}.;\\]{8,200}(?=[ \t]*$)/gim,
    isReal: (secret) => isPasswordLike(secret),
  },
  {
    id: 'password',
    kind: 'secret',
    name: 'Password in a sentence',
    hints: ['password is', 'password was', 'passphrase is', 'password to'],
    pattern: /(\bpass(?:word|phrase)s? (?:is|was|to)[: ]{1,2}["'`\\]{0,4})(?:[^\s"'`\\<]|<(?!\/)){8,100}/gi,
    isReal: (secret) => !isPlaceholder(secret) && /\d/.test(secret) && /[A-Z]/.test(secret) && /[a-z]/.test(secret),
  },
  {
    id: 'password',
    kind: 'secret',
    name: 'Password of a registry',
    hints: ['auth'],
    pattern:
      /((?:["']auth\\{0,7}["']\s{0,3}:\s{0,3}\\{0,7}["']|:_auth\s?=\s?["'\\]{0,4}))[A-Za-z0-9+/]{12,2000}={0,2}/g,
    isReal: (secret) => /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(secret, 'base64').toString('latin1')),
  },
  {
    id: 'key',
    kind: 'secret',
    name: 'Key or token',
    pattern: new RegExp(`((?:${KEYS})${JOINT})[A-Za-z0-9_+/=~.$!@%^&*:-]{16,5000}`, 'gi'),
    isReal: (secret) => isKeyLike(secret),
  },
  {
    id: 'password',
    kind: 'secret',
    name: 'Password given to a function',
    hints: ['pass', '_key', 'secret', 'token', '_salt'],
    pattern:
      /((?:pass(?:word|wd|phrase|code)?|pwd|_key|_salt|secret|token)(?:\\{0,4}["']\s{0,2},|\()\s{0,2}\\{0,4}["'])[^\s"'\\]{8,200}(?=\\{0,4}["'])/gi,
    isReal: (secret) => isRandom(secret) && !isPlaceholder(secret) && /[A-Z]/.test(secret),
  },
  {
    id: 'key',
    kind: 'secret',
    name: 'Key or token of an environment',
    hints: ['_key', '_pat', '_auth', '_psk', '_session'],
    pattern: new RegExp(`(_(?:KEY|PAT|AUTH|PSK|SESSION)${JOINT})[A-Za-z0-9_+/=~.:-]{16,5000}`, 'g'),
    isReal: (secret) => isKeyLike(secret),
  },
  {
    id: 'key',
    kind: 'secret',
    name: 'Secret key of a program',
    hints: ['secret_key'],
    pattern: /(\bSECRET_KEY["'\\]{0,4}\s{0,3}[=:]\s{0,3}[a-z]?\\{0,4}["'])[^"'\r\n]{30,200}(?=\\{0,4}["'])/g,
    isReal: (secret) => isRandom(secret) && !/\s|your|example|change|\$\{/i.test(secret),
  },
  {
    id: 'key',
    kind: 'secret',
    name: 'Key or token of a command',
    hints: ['--', 'authtoken '],
    pattern:
      /((?:--(?:[a-z]+-)?(?:token|api[-_]key|secret|client-secret)(?:-id|-secret)?[= ]|\bauthtoken )["'\\]{0,4})[\w+/=~.:-]{16,500}/g,
    isReal: (secret) => isKeyLike(secret),
  },
];

/** People's passwords are short, but hold more than letters; a bare word is most often a name in a program. */
function isPasswordLike(secret: string): boolean {
  if (isPlaceholder(secret) || entropyOf(secret) < 2.3) return false;
  return isMixed(secret) || (/[!@#$%^&*?+~]/.test(secret) && /[A-Za-z]/.test(secret) && !/^[#@&*]/.test(secret));
}

/** Paths, versions, dates, dotted names and words joined by hyphens are no keys. */
function isKeyLike(secret: string): boolean {
  if (isPlaceholder(secret) || !isRandom(secret)) return false;
  if (/^[./~]|:\/\/|\/[a-z]+\/|^\d{4}-\d\d-\d\d/.test(secret)) return false;
  const words = secret.split(/[-_.:/]/);
  return words.some((word) => word.length >= 8 && isMixed(word)) || (words.length <= 5 && isRandom(secret, 3.8));
}
