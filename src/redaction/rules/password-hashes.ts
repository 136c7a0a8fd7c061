// Hashes of passwords. They open nothing by themselves, but a weak password is found from its hash in hours.

import type { Rule } from '../rule.ts';

function hash(hints: readonly string[], pattern: RegExp): Rule {
  return { id: 'password-hash', kind: 'secret', name: 'Hash of a password', hints, pattern };
}

const B64 = '[A-Za-z0-9./+]';
/** Where a summary was cut. */
const CUT = '(?=\\xe2\\x80\\xa6|\\.\\.\\.)';

export const PASSWORD_HASHES: readonly Rule[] = [
  // crypt(3): bcrypt, argon2, MD5, SHA, yescrypt, scrypt and others, `$id$parameters$salt$hash`.
  hash(
    ['$2', '$argon2', '$1$', '$5$', '$6$', '$7$', '$y$', '$gy$', '$apr1$', '$scrypt$', '$pbkdf2'],
    new RegExp(
      `()\\$(?:2[abxy]?\\$\\d\\d\\$${B64}{8,53}|(?:argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\\d+)?)\\$[\\w=,.$+/-]{16,300}|(?:apr1|[156])\\$(?:rounds=\\d+\\$)?${B64}{1,16}\\$(?:${B64}{20,90}|${B64}{3,90}${CUT})|g?y\\$[\\w./]{1,20}\\$(?:[\\w./$]{40,160}|[\\w./$]{3,160}${CUT})|7\\$(?:[\\w./$]{40,120}|[\\w./$]{8,120}${CUT}))`,
      'g',
    ),
  ),
  // Of frameworks and databases: `method:parameters$salt$hash`.
  hash(
    ['pbkdf2', 'scrypt:', 'scram-sha', 'bcrypt', 'argon2'],
    /()\b(?:pbkdf2[_:]\w+[$:]\d+\$|scrypt:\d+:\d+:\d+\$|SCRAM-SHA-(?:1|256|512)\$\d+:|bcrypt(?:_sha256)?\$+|argon2\$+)[\w$=,.:+/-]{12,400}/g,
  ),
  // Of directories, MySQL and Windows.
  hash(
    ['{ssha', '{sha', '{smd5', '{crypt'],
    /(\{S?(?:SHA(?:256|384|512)?|SMD5|MD5|CRYPT)\})[A-Za-z0-9+/=$.]{20,200}/gi,
  ),
  hash(
    ['identified', 'authentication_string'],
    /((?:IDENTIFIED (?:WITH \w+ )?(?:BY PASSWORD|AS)|authentication_string)[\s=:]{1,3}["'\\]{0,4})\*[0-9A-F]{40}/gi,
  ),
  hash(
    ['password'],
    /(password[_-]?(?:hash|digest)["'\\]{0,4}\s{0,2}[=:]\s{0,2}["'\\]{0,4}(?:\w{2,12}[:$])?)[a-f0-9]{32,128}(?![A-Za-z0-9])/gi,
  ),
  hash([':::'], /(\b[\w.$-]{1,64}:\d{3,10}:)[a-f0-9]{32}:[a-f0-9]{32}(?=:::)/gi),
];
