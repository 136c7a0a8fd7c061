// Secrets of the web: signed tokens, headers, and what stands in addresses.

import { isPlaceholder, isRandom } from '../placeholders.ts';
import type { Rule } from '../rule.ts';

const isValue = (secret: string): boolean => !isPlaceholder(secret);

/** Names of headers and parameters that carry a secret as their whole value. */
const HEADERS =
  '(?:x-)?(?:api-?key|auth-token|access-token|amz-security-token|goog-api-key|vault-token|gitlab-token|csrf-token|functions-key|subscription-key)';
const PARAMETERS =
  '(?:token_?hash|access_?token|refresh_?token|id_?token|auth_?token|token|api_?key|key|apikey|secret|client_?secret|password|passwd|pwd|sig|signature|code|session(?:_?id)?|auth|x-amz-(?:signature|credential|security-token)|x-goog-signature)';

export const WEB_SECRETS: readonly Rule[] = [
  {
    id: 'jwt',
    kind: 'secret',
    name: 'JSON web token',
    hints: ['eyj'],
    pattern: /(?<![A-Za-z0-9_-])eyJ[\w-]{8,}(?:\.[\w-]{8,}(?:\.[\w-]*){0,3}|(?:\.[\w-]*)?(?=\xe2\x80\xa6|\.\.\.))/g,
  },
  {
    id: 'authorization',
    kind: 'secret',
    name: 'Authorization header',
    hints: ['authorization'],
    pattern:
      /((?:proxy-)?authorization["'\\\]]*\s*[:=,]\s*["'`\\]*(?:bearer|basic|token|apikey|ssws|digest|negotiate|aws4-hmac-sha256)?[\s:=]+)[^ \t\r\n"'`\\,;<>${}()[\]]{6,}/gi,
    isReal: isValue,
  },
  // Services have schemes of their own: AccessKey, GenieKey, Bot, Key. A token in several parts looks like a member of an object.
  {
    id: 'authorization',
    kind: 'secret',
    name: 'Authorization header',
    hints: ['authorization'],
    pattern:
      /(authorization["'\\\]]*\s*[:=,]\s*["'`\\]*[a-z][\w-]{1,30}[ :=]+(?:token=\\{0,4}["']?)?)[^ \t\r\n"'`\\,;<>${}()[\]]{12,}/gi,
    isReal: (secret) => isRandom(secret, 3),
  },
  {
    id: 'authorization',
    kind: 'secret',
    name: 'Bearer token',
    hints: ['bearer ', 'basic ', 'ssws '],
    pattern: /(\b(?:bearer|basic|ssws)\s+)[\w.~+/=-]{16,}/gi,
    isReal: (secret) => isRandom(secret, 3) && isValue(secret),
  },
  {
    id: 'cookie',
    kind: 'secret',
    name: 'Session cookie',
    hints: ['cookie'],
    pattern:
      /((?:set-)?cookie["'\\]*\s*[:=]\s*["'\\]*(?:[\w.-]{1,80}=[^; \t\r\n"']{0,400};\s?){0,20}?[\w.-]{0,40}(?:sess|sid|auth|token|jwt|csrf)[\w.-]{0,40}=)[^; \t\r\n"'\\,<>]{8,}/gi,
    isReal: (secret) => isRandom(secret, 3) && isValue(secret),
  },
  {
    id: 'header',
    kind: 'secret',
    name: 'Key in a header',
    hints: ['-key', 'apikey', '-token'],
    pattern: new RegExp(
      `((?<![\\w-])${HEADERS}["'\\\\]*\\s*[:=]\\s*["'\\\\]*)[^ \\t\\r\\n"'\\\\,;<>\${}()[\\]]{8,}`,
      'gi',
    ),
    isReal: (secret) => isRandom(secret, 2.5) && isValue(secret),
  },
  {
    id: 'header',
    kind: 'secret',
    name: 'Key in a header',
    hints: ['-key', '-token', '-secret'],
    pattern: /(-(?:Key|Token|Secret)["'\\]{0,4}: ?["'\\]{0,4})[\w+/=.~-]{20,500}/g,
    isReal: (secret) => isRandom(secret) && isValue(secret),
  },
  {
    id: 'url-password',
    kind: 'secret',
    name: 'Password in an address',
    hints: ['://'],
    pattern: /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^ \t\r\n:@/"'`<>\\]{0,100}:)[^ \t\r\n@/"'`<>\\]{2,200}(?=@[\w[$])/gi,
    isReal: (secret) => !isPlaceholder(secret) && !/^(?:pass(?:word|wd)?|pw|pwd|secret|token)$/i.test(secret),
  },
  {
    id: 'url-user-token',
    kind: 'secret',
    name: 'Token in an address',
    hints: ['://'],
    pattern: /(\bhttps?:\/\/)[\w~.+-]{16,200}(?=@[\w[])/gi,
    isReal: (secret) => isRandom(secret),
  },
  {
    id: 'url-parameter',
    kind: 'secret',
    name: 'Token in an address',
    hints: ['&', '?'],
    pattern: new RegExp(`([?&]${PARAMETERS}=)[^ \\t\\r\\n&#"'\`<>\\\\\${}()[\\]]{8,}`, 'gi'),
    isReal: (secret) => !isPlaceholder(secret) && isRandom(secret, 2.5),
  },
  {
    id: 'webhook',
    kind: 'secret',
    name: 'Webhook address',
    hints: ['hooks.slack.com', 'webhooks/', '/webhookb2/', 'hooks.zapier.com', '/bot/v2/hook/', '\xe2\x80\xa6/'],
    pattern:
      /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{5,}\/|(?:\xe2\x80\xa6\/|webhooks\/)\d{17,20}\/|\.webhook\.office\.com\/webhookb2\/|\/open-apis\/bot\/v2\/hook\/)(?:[\w/@-]{20,}|[\w/@-]{3,20}(?=\xe2\x80\xa6|\.{3}))|(hooks\.zapier\.com\/hooks\/catch\/)\d+\/\w{5,}/gi,
  },
  {
    id: 'url-path',
    kind: 'secret',
    name: 'Token in an address',
    hints: ['reset', 'verify', 'confirm', 'activate', 'magic', 'invit', 'unsubscribe'],
    pattern:
      /(:\/\/[^\s"'<>\\?#]{1,200}\/(?:[\w-]*(?:reset|verify|confirm|activate|magic|invitations?|invite|unsubscribe)[\w-]*)\/)[\w-]{24,200}/gi,
    isReal: (secret) => isRandom(secret),
  },
  {
    id: 'asana',
    kind: 'secret',
    name: 'Asana token',
    hints: ['asana'],
    pattern: /(?<![\w/])[012]\/\d{12,20}(?:\/\d{12,20})?:[a-f0-9]{32}(?![\w])/g,
  },
  {
    id: 'wallet',
    kind: 'secret',
    name: 'Private key of a wallet',
    hints: ['wallet', 'bitcoin', 'privkey', 'wif'],
    pattern: /(?<![\w+/=-])(?:[KL][1-9A-HJ-NP-Za-km-z]{51}|5[1-9A-HJ-NP-Za-km-z]{50})(?![\w+/=-])/g,
    isReal: (secret) => isRandom(secret, 4.5),
  },
  {
    id: 'telegram',
    kind: 'secret',
    name: 'Telegram bot token',
    hints: [':aa'],
    pattern: /(?<![\w])\d{8,10}:AA(?:[\w-]{32,34}(?![\w-])|[\w-]{3,34}(?=\xe2\x80\xa6|\.{3}))/g,
  },
  {
    id: 'discord',
    kind: 'secret',
    name: 'Discord bot token',
    pattern: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.(?:[\w-]{27,40}(?![\w-])|[\w-]{3,40}(?=\xe2\x80\xa6|\.{3}))/g,
    isReal: (secret) => isRandom(secret),
  },
  {
    id: 'mailchimp',
    kind: 'secret',
    name: 'Mailchimp key',
    hints: ['-us'],
    pattern: /(?<![\w-])[a-f0-9]{32}-us\d{1,2}(?![\w-])/g,
  },
  {
    id: 'airtable',
    kind: 'secret',
    name: 'Airtable token',
    pattern: /(?<![\w])pat[A-Za-z0-9]{14}\.(?:[a-f0-9]{64}|[a-f0-9]{3,64}(?=\xe2\x80\xa6|\.{3}))/g,
  },
  {
    id: 'terraform',
    kind: 'secret',
    name: 'Terraform Cloud token',
    hints: ['.atlasv1.'],
    pattern: /(?<![\w.])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/g,
  },
  {
    id: 'azure',
    kind: 'secret',
    name: 'Azure key',
    hints: ['accountkey=', 'sharedaccesskey=', '8q~'],
    pattern:
      /((?:AccountKey|SharedAccessKey)=)(?:[A-Za-z0-9+/]{40,}={0,2}|[A-Za-z0-9+/]{3,39}(?=\xe2\x80\xa6|\.{3}))|(?<![\w~.-])[\w~.-]{3}8Q~[\w~.-]{31,34}(?![\w~-])/gi,
  },
];
