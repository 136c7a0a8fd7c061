// Who and where: home directories, user names, e-mail addresses, hosts of one's own network.

import { byteTextOf } from '../byte-text.ts';
import type { Rule } from '../rule.ts';

/** Names that stand for nobody: accounts of images and continuous integration, and examples. */
const NOBODY =
  /^(?:user|users|username|you|your.*|me|name|root|admin|ubuntu|debian|node|runner|vscode|codespace|vagrant|docker|app|shared|public|default|guest|test|tester|testuser|example|u|dev|developer|build|builder|ci|git|claude|codex|agent|sandbox|linuxbrew|\*+|x{3,}|\.+)$/i;

const isSomebody = (name: string): boolean => !NOBODY.test(name);

/** Ends of file names, which look like the end of a host: `icon@2x.png`. */
const FILE_ENDINGS =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|js|mjs|cjs|ts|tsx|jsx|css|scss|json|py|rs|go|md|txt|html?|ya?ml|toml|lock|sh|patch|tgz|service|target|timer|socket)$/i;
const NO_ONES_MAIL =
  /^(?:no-?reply|git|hg|svn|user|you|me|name|foo|bar|test|example|someone|email|your[\w.-]*)@|@(?:[\w-]+\.)*(?:example|test|invalid|localhost)(?:\.\w+)*$|@(?:email|domain|company|mail)\.com$/i;

export const PERSONAL: readonly Rule[] = [
  {
    id: 'home-directory',
    kind: 'personal',
    name: 'Name of a home directory',
    hints: ['/home', '-home', 'users'],
    pattern:
      /((?:[\\/]+|(?<![A-Za-z0-9])-)(?:home|Users)(?:[\\/]+|-))[\w\x80-\xff][\w.\x80-\xff]{0,63}(?:(?<=[\\/][\w.\x80-\xff]{1,64})-[\w.\x80-\xff-]{1,64})?/g,
    isReal: (name) => isSomebody(name) && !FILE_ENDINGS.test(name),
  },
  {
    id: 'e-mail',
    kind: 'personal',
    name: 'E-mail address',
    hints: ['@'],
    pattern: /(?<![\w.+/:-])\w[\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,18}(?![\w-]|\.\w|[:(])/g,
    isReal: (address) => !FILE_ENDINGS.test(address) && !NO_ONES_MAIL.test(address),
  },
  {
    id: 'host',
    kind: 'personal',
    name: 'Host of a private network',
    hints: ['.local', '.internal', '.corp', '.lan', '.intranet', '.home.arpa'],
    pattern:
      /((?:\/\/|@|\bhost(?:name)?["'\\]{0,4}\s?[=:]\s?["'\\]{0,4})(?:[^ \t\r\n@/"']{1,100}@)?)(?:[A-Za-z0-9-]{1,63}\.){1,6}(?:local|internal|corp|lan|intranet|home\.arpa)(?![\w.-]*\w)/gi,
    isReal: (host) => !/^(?:host\.docker|metadata\.google)\.internal$/i.test(host),
  },
  {
    id: 'host',
    kind: 'personal',
    name: 'Address of a private network',
    hints: ['10.', '192.168.', '172.'],
    pattern: /(?<![\w.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\w]|\.\d)/g,
    isReal: (address) => !/^(?:10\.0\.0\.0|172\.16\.0\.0|192\.168\.0\.0)$/.test(address),
  },
  {
    id: 'user-at-host',
    kind: 'personal',
    name: 'User and host of a shell prompt',
    hints: [':~', 'ssh ', 'scp '],
    pattern:
      /((?:^|[\s"'`([])|\b(?:ssh|scp)(?: -\w+(?: \w+)?)* )[a-z_][\w.-]{0,31}@[A-Za-z0-9][\w.-]{0,62}(?=:[~/]\S*[$#%]?)/gm,
    isReal: (prompt) => !/^git@/.test(prompt),
  },
];

/** Who and where this is: names that are masked wherever they stand as a word. */
export interface Identity {
  readonly users: readonly string[];
  readonly hosts: readonly string[];
}

function wordRule(id: string, name: string, words: readonly string[]): Rule[] {
  const told = [...new Set(words)].filter((word) => word.length >= 3 && isSomebody(word) && word !== 'localhost');
  if (told.length === 0) return [];
  const quoted = told.map((word) => byteTextOf(word).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return [
    {
      id,
      kind: 'personal',
      name,
      hints: told.map((word) => byteTextOf(word).toLowerCase()),
      pattern: new RegExp(`(?<![A-Za-z0-9])(?:${quoted.join('|')})(?![A-Za-z0-9])`, 'gi'),
    },
  ];
}

export function identityRules({ users, hosts }: Identity): Rule[] {
  const short = hosts.flatMap((host) => [host, host.split('.')[0] ?? host]);
  return [...wordRule('user-name', 'User name', users), ...wordRule('host', 'Name of this machine', short)];
}

/** The owner of a home directory in a path: of a session's project, or of a log. */
export function userOfPath(path: string): string | undefined {
  const [, name] = /^(?:[A-Za-z]:)?[\\/]+(?:home|Users)[\\/]+([^\\/]+)/.exec(path) ?? [];
  return name !== undefined && isSomebody(name) ? name : undefined;
}
