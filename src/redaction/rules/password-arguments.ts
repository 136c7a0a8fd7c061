// Passwords that a command or a statement is given: by an option that means a password to this program, through a pipe, or
// after a word of SQL.

import { isMixed, isPlaceholder } from '../placeholders.ts';
import type { Rule } from '../rule.ts';

const QUOTE = '["\'\\\\]{0,4}';
/** Up to the tag that ends it: commands stand between such in a log. */
const VALUE = '(?:[^ \\t\\r\\n"\'\\\\<]|<(?!/)){4,200}';
/** What may stand between a program and its option, on the same line and in the same command. */
const BETWEEN = '[^\\n|;&]{0,300}?';

interface Option {
  /** Any of these is in the text, in lower case. */
  readonly hints: readonly string[];
  readonly programs: string;
  /** What takes the password. */
  readonly option: string;
  /** A bare word may follow that is no password: the name of a file, of a database. */
  readonly isVague?: true;
}

const OPTIONS: readonly Option[] = [
  { hints: ['mysql', 'mariadb'], programs: 'mysql[a-z-]{0,12}|mariadb[a-z-]{0,12}', option: ' -p', isVague: true },
  {
    hints: [' login -'],
    programs: 'docker|podman|nerdctl|helm|oras|skopeo|buildah|crane|az',
    option: ` login (?:${BETWEEN} )?-p[= ]?`,
  },
  { hints: ['mongo'], programs: 'mongosh?|mongodump|mongorestore|mongoexport|mongoimport', option: ' -p[= ]?' },
  { hints: ['redis-cli', 'valkey-cli'], programs: 'redis-cli|valkey-cli', option: ' -a ' },
  {
    hints: ['ldapsearch', 'ldapadd', 'ldapmod', 'ldapdel', 'ldappass', 'ldapwho', 'ldapcomp'],
    programs: 'ldap(?:search|add|modify|delete|passwd|whoami|compare)',
    option: ' -[ws] ',
  },
  { hints: ['sqlcmd ', 'bcp ', 'isql ', 'tsql '], programs: 'sqlcmd|bcp|isql|tsql', option: ' -P ?' },
  { hints: ['smbclient', 'rpcclient'], programs: 'smbclient|rpcclient', option: ` -U ${QUOTE}[^ %\\n]{1,64}%` },
  { hints: ['htpasswd -'], programs: 'htpasswd', option: ' -\\w*b\\w*(?: -\\w+)* \\S{1,200} [^ \\n]{1,64} ' },
  { hints: ['zip -p'], programs: 'zip|unzip', option: ' -P ', isVague: true },
  { hints: ['7z x', '7z a', '7z e', 'rar x', 'rar a'], programs: '7z[azr]?|rar|unrar', option: ' -p', isVague: true },
  { hints: ['openssl '], programs: 'openssl', option: ' (?:-[kK]|-pass(?:in|out)? pass:) ?' },
  {
    hints: ['storepass', 'keypass', 'ks-pass'],
    programs: 'keytool|jarsigner|apksigner',
    option: ' --?(?:(?:src|dest)?storepass|keypass|ks-pass pass:) ?',
  },
  {
    hints: ['x11vnc', 'vncviewer', 'xfreerdp', 'rdesktop'],
    programs: 'x11vnc|vncviewer|xfreerdp|rdesktop',
    option: ' (?:-passwd |-p |/p:)',
  },
  { hints: ['net user '], programs: 'net', option: ' user (?!/)[^ \\n/]{1,64} ', isVague: true },
  {
    hints: ['sqlplus', 'impdp', 'expdp', 'sqlldr'],
    programs: 'sqlplus|impdp|expdp|rman|sqlldr',
    option: ' ["\']?[^ /\\n]{1,64}/',
    isVague: true,
  },
  { hints: ['nmcli'], programs: 'nmcli', option: ' (?:password|wifi-sec\\.psk) ' },
  { hints: ['mosquitto_', 'ipmitool'], programs: 'mosquitto_(?:pub|sub|rr)|ipmitool', option: ' -P ' },
  { hints: ['snmp'], programs: 'snmp(?:walk|get|getnext|set|bulkwalk|table)', option: ' -[AX] ' },
  { hints: ['cqlsh', 'cypher-shell', 'couchbase-cli'], programs: 'cqlsh|cypher-shell|couchbase-cli', option: ' -p ' },
  { hints: ['lftp '], programs: 'lftp', option: ` -u ${QUOTE}[^ ,\\n]{1,64},` },
  { hints: ['rabbitmqctl'], programs: 'rabbitmqctl', option: ' (?:add_user|change_password) [^ \\n]{1,64} ' },
  { hints: ['set-initial-password'], programs: 'neo4j-admin', option: ' set-initial-password ' },
  { hints: ['wpa_passphrase'], programs: 'wpa_passphrase', option: ` (?:"[^"\\n]{1,64}"|[^ \\n]{1,64}) ` },
  { hints: ['cmdkey', 'net use', 'schtasks'], programs: 'cmdkey|schtasks', option: ' /(?:pass|rp)[: ]' },
  { hints: ['net use'], programs: 'net', option: ' use (?:[A-Za-z*]:? )?\\\\{2,8}[^ \\n]{1,200} ', isVague: true },
  { hints: ['ssh-keygen'], programs: 'ssh-keygen', option: ' -[NP] ' },
  {
    hints: ['mc alias', 'mc config host'],
    programs: 'mc',
    option: ' (?:alias set|config host add) [^ \\n]{1,64} [^ \\n]{1,200} [^ \\n]{1,128} ',
  },
  { hints: ['wandb login'], programs: 'wandb', option: ' login (?:--relogin )?', isVague: true },
  { hints: ['codecov'], programs: 'codecov(?:cli)?', option: ' -t ', isVague: true },
  { hints: ['nuget '], programs: 'nuget', option: ' -k ', isVague: true },
  { hints: ['netlify '], programs: 'netlify|ntl', option: ' --auth[= ]', isVague: true },
  {
    hints: ['aws configure set', 'config set'],
    programs: 'aws|npm|pnpm|yarn|gh|git|pip|poetry|composer|gcloud|heroku|pulumi',
    option: ` (?:configure|config) set (?:${BETWEEN} )??[\\w./:-]{0,80}(?:secret|token|password|passwd|key|_auth)[\\w-]{0,20} `,
    isVague: true,
  },
  {
    hints: ['security import', 'security add-', 'security unlock'],
    programs: 'security',
    option: ' -[Ppw] ',
    isVague: true,
  },
  { hints: ['sshpass -p'], programs: 'sshpass', option: ' -p ?' },
  {
    hints: ['curl ', 'wget ', 'http -a', 'https -a', 'xh -a'],
    programs: 'curl|wget|http|https|xh',
    option: ` (?:-u|--user|-a|--auth)[= ]${QUOTE}[\\w.@-]{1,80}:`,
  },
];

function argument({ hints, pattern, isReal }: Pick<Rule, 'hints' | 'pattern' | 'isReal'>): Rule {
  const real = isReal ?? ((secret: string): boolean => !isPlaceholder(secret) && !/^[-$/]/.test(secret));
  return {
    id: 'password',
    kind: 'secret',
    name: 'Password of a command',
    ...(hints === undefined ? {} : { hints }),
    pattern,
    isReal: real,
  };
}

/** Letters alone are most often a name: of a file, of a database. */
function isTelling(secret: string): boolean {
  return !isPlaceholder(secret) && !/^(?:[-$/]|[~.]{1,2}\/)/.test(secret) && /[\d!@#%^&*?+~]/.test(secret);
}

export const PASSWORD_ARGUMENTS: readonly Rule[] = [
  ...OPTIONS.map(({ hints, programs, option, isVague }) =>
    argument({
      hints,
      pattern: new RegExp(`(\\b(?:${programs})\\b${BETWEEN}${option}${QUOTE})${VALUE}`, 'g'),
      ...(isVague === true ? { isReal: isTelling } : {}),
    }),
  ),
  argument({
    hints: ['-pass', '--storepass', '--keypass', '--private-key'],
    pattern: new RegExp(
      `(--(?:\\w+-)?(?:pass(?:word|wd|phrase)?|private-key|storepass|keypass)[= ]${QUOTE})${VALUE}`,
      'g',
    ),
  }),
  argument({
    hints: ['sudo -', 'chpasswd', '-stdin', 'cryptsetup'],
    pattern:
      /(\b(?:echo|printf)(?: -\w+| ["'\\]{0,4}%s(?:\\{1,4}n)?["'\\]{0,4})* ["'\\]{0,4}(?:[\w.-]{1,64}:)?)[^ \t\r\n"'\\|]{4,200}(?=["'\\]{0,4} {0,3}\| {0,3}(?:sudo -\w*S|(?:sudo )?chpasswd|(?:sudo )?cryptsetup|[^\n|;&]{0,200}--password-stdin|[^\n|;&]{0,200}--with-token))/g,
  }),
  argument({
    hints: ['convertto-securestring'],
    pattern: /(ConvertTo-SecureString (?:-String )?["'\\]{0,4})[^\r\n"'\\]{4,200}/gi,
  }),
  argument({
    hints: ["password '", "password('", "password \\'", "password ='", "password = '", 'identified by'],
    pattern:
      /(\b(?:WITH(?: ENCRYPTED)? PASSWORD|(?:ROLE|USER) [\w"]{1,64} (?:ENCRYPTED )?PASSWORD|PASSWORD|IDENTIFIED(?: WITH [\w"'`]{1,40})? BY|SET PASSWORD(?: FOR [^=\n]{1,80})? ?=) ?\(?(?:'|\\{1,4}'))[^'\r\n\\]{4,200}(?=\\{0,4}')/g,
  }),
  argument({
    hints: ['requirepass ', 'masterauth ', 'auth default '],
    pattern: /(\b(?:requirepass|masterauth|AUTH default) )[^\s"'\\]{6,200}/g,
  }),
  argument({
    hints: [':5432:', ':*:', ':6432:', ':5433:'],
    pattern:
      /((?:^|[\s"'=])[\w.*-]{1,200}:(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:)[^\s:"'\\]{4,200}(?=\s|\\|"|$)/gm,
  }),
  // Whatever the program is: a user, and then what looks like a password.
  argument({
    hints: [' -u '],
    pattern: new RegExp(`( -[uU] [^\\s|;&]{1,80}(?: [^\\n|;&]{0,120}?)?? -[pP] ?${QUOTE})${VALUE}`, 'g'),
    isReal: (secret) => isTelling(secret) && isMixed(secret) && secret.length >= 8,
  }),
  argument({
    hints: ['auth plain ', 'auth login '],
    pattern: /(\bAUTH (?:PLAIN|LOGIN) )[A-Za-z0-9+/]{12,200}={0,2}/g,
  }),
  argument({
    hints: ['unseal key'],
    pattern: /(\bUnseal Key \d{1,2}: )[A-Za-z0-9+/]{40,70}={0,2}/g,
  }),
  argument({
    hints: ['wifi:'],
    pattern: /(\bWIFI:(?:[STH]:[^;\n]{0,64};){0,3}P:)[^;\s"]{4,64}(?=;)/g,
  }),
  argument({
    hints: ['bundle_'],
    pattern: /(\bBUNDLE_[A-Z0-9_]{1,80}__[A-Z]{2,12}[:=] ?["'\\]{0,4})[\w.-]{4,64}:[\w.-]{4,64}/g,
  }),
  argument({
    hints: ['username'],
    pattern:
      /("username\\{0,7}" ?: ?\\{0,7}"[^"\\]{1,64}\\{0,7}" ?, ?\\{0,7}"key\\{0,7}" ?: ?\\{0,7}")(?:[a-f0-9]{32}(?=\\{0,7}")|[a-f0-9]{3,32}(?=\xe2\x80\xa6|\.{3}))/g,
  }),
  argument({
    hints: ['jdbc:oracle'],
    pattern: /(jdbc:oracle:\w+:[^\s/"'\\]{1,64}\/)[^\s@/"'\\]{3,200}(?=@)/g,
  }),
];
