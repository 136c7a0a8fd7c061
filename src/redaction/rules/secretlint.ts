// secretlint's recommended rules, run without its core: the core answers asynchronously and remembers a few kilobytes of
// timing marks per text for as long as the process lives. Its rule for comments is left out: a line of a log could switch
// all others off.

import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Finder } from '../rule.ts';

export const SECRETLINT_VERSION = '11.7.1';

interface Source {
  readonly content: string;
  readonly filePath: string;
  readonly ext: string;
  readonly contentType: 'text';
}

interface Context {
  report(found: { readonly range: readonly [number, number] }): void;
  ignore(): void;
  createTranslator(): () => { readonly message: string };
  readonly sharedOptions: object;
}

interface SecretlintRule {
  readonly meta: { readonly id: string };
  create(context: Context, options: object): { file(source: Source): unknown };
}

const PREFIX = '@secretlint/secretlint-rule-';

/** `gcp` looks only at whole key files, which are private keys to us. */
const LEFT_OUT = ['filter-comments', 'gcp'];

const OPTIONS: Readonly<Record<string, object>> = { aws: { enableIDScanRule: true } };

const NAMES: Readonly<Record<string, string>> = {
  aws: 'AWS key or account',
  privatekey: 'Private key',
  npm: 'npm token',
  basicauth: 'Password in an address',
  slack: 'Slack token',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify token',
  github: 'GitHub token',
  openai: 'OpenAI key',
  anthropic: 'Anthropic key',
  linear: 'Linear key',
  '1password': '1Password token',
  'database-connection-string': 'Database password',
};

/** The same kinds have the same names as in the other families. */
const IDS: Readonly<Record<string, string>> = { privatekey: 'private-key', basicauth: 'url-password' };

/** A rule per text: rules keep the context that they were made with. */
export function secretlintFinder(): Finder {
  const given: readonly SecretlintRule[] = rules;
  let report: (start: number, end: number, name: string) => void = () => undefined;
  const made = given.flatMap((rule) => {
    const name = rule.meta.id.replace(PREFIX, '');
    if (LEFT_OUT.includes(name)) return [];
    const context: Context = {
      report: ({ range: [start, end] }) => report(start, end, name),
      ignore: () => undefined,
      createTranslator: () => () => ({ message: '' }),
      sharedOptions: {},
    };
    return [rule.create(context, OPTIONS[name] ?? {})];
  });
  return (text, _, found) => {
    report = (start, end, name) =>
      found({ rule: IDS[name] ?? name, kind: 'secret', name: NAMES[name] ?? name, start, end });
    const source: Source = { content: text, filePath: 'log.txt', ext: '.txt', contentType: 'text' };
    for (const { file } of made) {
      // What comes later would come too late: then nothing leaves.
      if (file(source) instanceof Promise) throw new Error('A rule of secretlint answers asynchronously.');
    }
  };
}
