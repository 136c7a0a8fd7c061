// Makes a redactor: all families of rules, what the configuration adds, and the names of this machine and its user.

import { hostname, userInfo } from 'node:os';
import { configRedaction } from '../config/redaction-settings.ts';
import { type OnMask, Redactor } from './redactor.ts';
import { type Finder, finderOf, finderOfRare, type Rule } from './rule.ts';
import { ASSIGNMENTS } from './rules/assignments.ts';
import { textRules } from './rules/named-texts.ts';
import { PASSWORD_ARGUMENTS } from './rules/password-arguments.ts';
import { PASSWORD_HASHES } from './rules/password-hashes.ts';
import { type Identity, identityRules, PERSONAL, userOfPath } from './rules/personal.ts';
import { findPrefixedTokens } from './rules/prefixed-tokens.ts';
import { PRIVATE_KEYS } from './rules/private-keys.ts';
import { SECRETLINT_VERSION, secretlintFinder } from './rules/secretlint.ts';
import { findVendorTokens } from './rules/vendor-tokens.ts';
import { WEB_SECRETS } from './rules/web-secrets.ts';
import { Scanner } from './scanner.ts';
import { readSettings } from './settings.ts';

/** Counted up with every change of a rule. */
const OWN_VERSION = 5;

export interface RedactorOptions {
  /** Leave out names of people and machines: for lists of what is to be replaced. */
  readonly secretsOnly?: boolean;
  /** Paths of the session: the owners of these home directories are masked wherever they are named. */
  readonly paths?: readonly string[];
  /** Whose machine this is; by default, what the system says. */
  readonly identity?: Identity;
  /** By default, what toolscope.config says. */
  readonly settings?: unknown;
  readonly onMask?: OnMask | undefined;
  /** Texts to mask wherever they are, besides what rules find. */
  readonly mask?: readonly string[];
}

function ownIdentity(): Identity {
  let user: string | undefined;
  try {
    user = userInfo().username;
  } catch {
    // No such account in a container that runs under a bare number.
  }
  return { users: user === undefined ? [] : [user], hosts: [hostname()] };
}

function without(find: Finder, off: ReadonlySet<string>): Finder {
  if (off.size === 0) return find;
  return (text, has, found) =>
    find(text, has, (finding) => {
      if (!off.has(finding.rule)) found(finding);
    });
}

export function openRedactor(options: RedactorOptions = {}): Redactor {
  const { secretsOnly = false, paths = [], identity = ownIdentity(), settings = configRedaction() } = options;
  const { rules, allow, off } = readSettings(settings);
  const named = textRules(options.mask ?? []);
  const users = [...identity.users, ...paths.flatMap((path) => userOfPath(path) ?? [])];
  const personal = secretsOnly ? [] : [...PERSONAL, ...identityRules({ users, hosts: identity.hosts })];
  const own: readonly Rule[] = [...rules, ...named].filter(({ kind }) => !secretsOnly || kind === 'secret');
  const secrets = [
    secretlintFinder(),
    findVendorTokens,
    findPrefixedTokens,
    finderOf([...WEB_SECRETS, ...PRIVATE_KEYS, ...ASSIGNMENTS]),
    finderOfRare([...PASSWORD_HASHES, ...PASSWORD_ARGUMENTS]),
  ];
  const scanner = new Scanner(
    [...secrets, finderOf([...personal, ...own])].map((find) => without(find, off)),
    secrets.map((find) => without(find, off)),
  );
  const version = `${OWN_VERSION}, secretlint ${SECRETLINT_VERSION}`;
  return new Redactor(scanner, { version, allow, onMask: options.onMask });
}
