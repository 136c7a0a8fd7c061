// Made-up secrets of many kinds, and the places of a log they end up in. They are assembled at run time, so that no repository
// scanner takes them for real ones.

import type { Json } from './claude-log.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/** The same for the same seed. */
function drawer(seed: number): (length: number, alphabet?: string) => string {
  let state = seed * 2654435761 + 12345;
  const next = (): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  return (length, alphabet = LETTERS + DIGITS) => {
    const drawn = Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
    // With a digit near its beginning and one near its end, as nearly all real ones have.
    return alphabet.includes('7') && length > 8
      ? `${drawn.slice(0, 2)}7${drawn.slice(3, -2)}4${drawn.slice(-1)}`
      : drawn;
  };
}

export interface Planted {
  readonly kind: string;
  /** The text around it. */
  readonly phrase: string;
  /** The part that gives access, none of which may be left. */
  readonly secret: string;
}

const HEX = '0123456789abcdef';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const WALLET_WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function uuid(draw: ReturnType<typeof drawer>): string {
  return [8, 4, 4, 4, 12].map((length) => draw(length, HEX)).join('-');
}

/** One of each kind. */
export function plantedSecrets(seed = 1): Planted[] {
  const draw = drawer(seed);
  const token = (kind: string, prefix: string, length: number, alphabet?: string): Planted => {
    const secret = draw(length, alphabet);
    return { kind, phrase: prefix + secret, secret };
  };
  const said = (kind: string, before: string, secret: string, after = ''): Planted => {
    return { kind, phrase: before + secret + after, secret };
  };
  const jwt = `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(`{"sub":"${draw(12)}"}`)}.${draw(43)}`;
  const pem = Array.from({ length: 12 }, () => draw(64)).join('\n');
  return [
    token('anthropic', ['sk', 'ant', 'api03', ''].join('-'), 93),
    token('openai', ['sk', 'proj', ''].join('-'), 120),
    token('openai, old', ['sk', ''].join('-'), 48),
    token('openrouter', ['sk', 'or', 'v1', ''].join('-'), 64, HEX),
    token('github', ['ghp', ''].join('_'), 36),
    token('github, fine-grained', ['github', 'pat', ''].join('_'), 82),
    token('gitlab', ['glpat', ''].join('-'), 20),
    token('aws id', ['AK', 'IA'].join(''), 16, UPPER),
    said('aws secret', 'aws_secret_access_key=', draw(40)),
    token('google', ['AI', 'za'].join(''), 35),
    token('google oauth', ['ya', '29.'].join(''), 60),
    token('hugging face', ['hf', ''].join('_'), 34),
    token('groq', ['gsk', ''].join('_'), 52),
    token('stripe', ['sk', 'live', ''].join('_'), 24),
    token('slack', ['xoxb', draw(11, DIGITS), draw(12, DIGITS), ''].join('-'), 24),
    said('slack webhook', 'https://hooks.slack.com/services/', `T${draw(8, UPPER)}/B${draw(10, UPPER)}/${draw(24)}`),
    token('sendgrid', ['SG', draw(22), ''].join('.'), 43),
    token('npm', ['npm', ''].join('_'), 36),
    token('pypi', ['pypi', 'AgEIcHlwaS5vcmc'].join('-'), 70),
    token('docker', ['dckr', 'pat', ''].join('_'), 27),
    token('digitalocean', ['dop', 'v1', ''].join('_'), 64, HEX),
    token('vault', ['hvs', ''].join('.'), 90),
    token('databricks', ['da', 'pi'].join(''), 32, HEX),
    token('shopify', ['shpat', ''].join('_'), 32, HEX),
    token('linear', ['lin', 'api', ''].join('_'), 40),
    token('telegram', `${draw(9, '123456789')}:${['A', 'A'].join('')}`, 33),
    { kind: 'jwt', phrase: jwt, secret: jwt.slice(4) },
    token('sonarqube', ['sqp', ''].join('_'), 40, HEX),
    token('pulumi', ['pul', ''].join('-'), 40, HEX),
    token('resend', ['re', draw(8), ''].join('_'), 24),
    token('contentful', ['CFPAT', ''].join('-'), 43),
    token('pinecone', ['pcsk', ''].join('_'), 60),
    token('e2b', ['e2b', ''].join('_'), 40, HEX),
    token('dynatrace', ['dt0c01', draw(24, UPPER), ''].join('.'), 64, UPPER),
    token('artifactory', ['AK', 'Cp'].join(''), 69),
    token('typeform', ['tfp', ''].join('_'), 44),
    token('square', ['EA', 'AA'].join(''), 60),
    token('notion, old', ['secret', ''].join('_'), 43),
    said('okta', 'Authorization: SSWS ', `00${draw(40)}`),
    said('.netrc', 'machine api.orchard.dev login pear password ', draw(16)),
    said('mysql', 'mysql -u root -p', draw(14), ' trees'),
    said('openssl', 'openssl rsa -passin pass:', draw(14)),
    said('ngrok', 'ngrok config add-authtoken ', `${draw(27)}_${draw(21)}`),
    said('rails', "export SECRET_KEY_BASE='", draw(32), "'"),
    said('registry', '{"auth":"', Buffer.from(`pear:${draw(20)}`).toString('base64'), '"}'),
    said('kubernetes', 'client-key-data: ', Buffer.from(draw(700)).toString('base64')),
    said('bcrypt', '', `$2b$12$${draw(53)}`),
    said('argon2', '', `$argon2id$v=19$m=65536,t=3,p=4$${draw(22)}$${draw(43)}`),
    said('sha-512 crypt', 'pear:', `$6$${draw(16)}$${draw(86)}`, ':19000:0:99999:7:::'),
    said('yescrypt', 'pear:', `$y$j9T$${draw(22)}$${draw(43)}`, ':19000:'),
    said('django hash', '', `pbkdf2_sha256$600000$${draw(22)}$${draw(43)}=`),
    said('scram', '', `SCRAM-SHA-256$4096:${draw(22)}==$${draw(43)}=:${draw(43)}=`),
    said('directory hash', 'userPassword: {SSHA}', draw(38)),
    said('wireguard', 'PresharedKey = ', `${draw(43)}=`),
    said('wi-fi', 'nmcli dev wifi connect Orchard password ', draw(14)),
    said('redis', 'redis-cli -h cache -a ', draw(20), ' ping'),
    said('docker login', 'docker login -u pear -p ', draw(20), ' registry.orchard.dev'),
    said('mongo', 'mongosh --username pear -p ', draw(16), ' --host db'),
    said('directory', 'ldapsearch -x -D "cn=admin" -w ', draw(14), ' -b dc=orchard'),
    said('samba', 'smbclient //nas/trees -U pear%', draw(14)),
    said('powershell', "ConvertTo-SecureString '", draw(14), "' -AsPlainText -Force"),
    said('oracle', 'jdbc:oracle:thin:pear/', draw(14), '@//db.orchard.dev:1521/trees'),
    said('laravel', 'APP_KEY=base64:', `${draw(43)}=`),
    said('django key', "SECRET_KEY = 'django-insecure-", `${draw(20)}(#&)${draw(20)}`, "'"),
    said('wallet', 'cast send --private-key 0x', draw(64, HEX)),
    said('keystore', 'keytool -list -keystore pear.jks -storepass ', draw(12)),
    said('gradle', "storePassword '", draw(12), "'"),
    said('maven', '<password>', draw(14), '</password>'),
    said('nuget', '<add key="ClearTextPassword" value="', draw(16), '" />'),
    said('sql', "CREATE USER pear WITH PASSWORD '", draw(14), "';"),
    said('mysql user', "CREATE USER pear IDENTIFIED BY '", draw(14), "';"),
    said('sudo', 'echo ', draw(14), ' | sudo -S apt update'),
    said('chpasswd', "echo 'pear:", draw(14), "' | chpasswd"),
    said('gpg', 'gpg --batch --passphrase ', draw(14), ' -d pear.gpg'),
    said('zip', 'zip -P ', draw(12), ' pear.zip pear'),
    said('terraform', 'variable "db_password" { default = "', draw(14), '" }'),
    said('sentence', 'the password is ', `P${draw(13)}a`),
    said('reset', 'https://orchard.dev/password/reset/', draw(40)),
    token('render', ['rnd', ''].join('_'), 28),
    token('together', ['tgp', 'v1', ''].join('_'), 43),
    token('honeycomb', ['hcaik', ''].join('_'), 58),
    token('service, mixed letters', ['jina', ''].join('_'), 60),
    token('service, lower case', ['csk', ''].join('-'), 48, `${LOWER}${DIGITS}`),
    token('service, live', ['cal', 'live', ''].join('_'), 32, HEX),
    token('sourcegraph', ['sgp', ''].join('_'), 40, HEX),
    said('plaid', ['access', 'production', ''].join('-'), uuid(draw)),
    said('braintree', ['access_token', 'production', ''].join('$'), `${draw(16, HEX)}$${draw(32, HEX)}`),
    said('scheme of a service', 'Authorization: AccessKey ', draw(25)),
    said('scheme with parts', 'Authorization: Zoho-oauthtoken 1000.', `${draw(32, HEX)}.${draw(32, HEX)}`),
    said('aws command', 'aws configure set aws_secret_access_key ', draw(40)),
    said('constant', "define('DB_PASSWORD', '", draw(14), "');"),
    said('setter', 'pears.setPassword("', draw(14), '");'),
    said('message broker', 'rabbitmqctl add_user pear ', draw(14)),
    said('kaggle', '{"username":"pear","key":"', draw(32, HEX), '"}'),
    said('feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/', uuid(draw)),
    said(
      'static key',
      '-----BEGIN OpenVPN Static key V1-----\n',
      Array.from({ length: 6 }, () => draw(32, HEX)).join('\n'),
    ),
    said('hash with a name', 'password_hash: "sha256:', draw(64, HEX), '"'),
    said('any program', 'tabcmd login -u pear -p ', draw(14)),
    said('header of a service', 'Fastly-Key: ', draw(32)),
    said('mail', 'AUTH PLAIN ', Buffer.from(`\0pear\0${draw(14)}`).toString('base64')),
    said('long option', 'ansible-vault encrypt_string --vault-password ', draw(14)),
    said('wallet words', 'MNEMONIC="', WALLET_WORDS, '"'),
    said('ssh key without its frame', '', `b3BlbnNzaC1rZXktdjE${draw(70)}`),
    said('bearer', 'Authorization: Bearer ', draw(40)),
    said('basic', 'Authorization: Basic ', Buffer.from(`pear:${draw(14)}`).toString('base64')),
    said('password', 'DB_PASSWORD=', draw(14)),
    said('api key', 'api_key: "', draw(32), '"'),
    said('address', 'postgres://pear:', draw(16), '@db.orchard.dev:5432/trees'),
    said('parameter', 'https://orchard.dev/cb?access_token=', draw(30)),
    said('private key', '-----BEGIN RSA PRIVATE KEY-----\n', pem, '\n-----END RSA PRIVATE KEY-----\n'),
    said(
      'private key as JSON',
      '"-----BEGIN PRIVATE KEY-----\\n',
      pem.replaceAll('\n', '\\n'),
      '\\n-----END PRIVATE KEY-----"',
    ),
  ];
}

/** A PNG with a comment. */
function imageWith(text: string): string {
  const chunk = Buffer.from(`tEXtComment\0${text}`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(chunk.length - 4);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), size, chunk, Buffer.alloc(4)]).toString('base64');
}

function call(id: string, name: string, input: Json): Json {
  return {
    type: 'assistant',
    message: { id: `msg_${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  };
}

function result(id: string, content: unknown, structured: unknown = undefined): Json {
  const block = { type: 'tool_result', tool_use_id: id, content };
  return {
    type: 'user',
    message: { role: 'user', content: [block] },
    ...(structured === undefined ? {} : { toolUseResult: structured }),
  };
}

/** Where secrets end up, as records of Claude Code. */
export const PLACES: Readonly<Record<string, (phrase: string, id: string) => Json[]>> = {
  input: (phrase, id) => [call(id, 'Bash', { command: `deploy ${phrase} --now` }), result(id, 'done')],
  result: (phrase, id) => [call(id, 'Bash', { command: 'cat notes' }), result(id, `the key:\n${phrase}\nend`)],
  title: (phrase) => [
    { type: 'summary', summary: `Fix ${phrase}`, leafUuid: 'x' },
    { type: 'custom-title', customTitle: `Use ${phrase}` },
  ],
  path: (phrase, id) => [call(id, 'Read', { file_path: `/home/dev/orchard/${phrase}/pear.ts` }), result(id, 'x')],
  patch: (phrase, id) => [
    call(id, 'Edit', { file_path: '/home/dev/orchard/.env', old_string: 'a', new_string: `a\n${phrase}` }),
    result(id, 'updated', {
      filePath: '/home/dev/orchard/.env',
      structuredPatch: [
        {
          oldStart: 1,
          oldLines: 1,
          newStart: 1,
          newLines: 2,
          lines: [' a', ...phrase.split('\n').map((line) => `+${line}`)],
        },
      ],
    }),
  ],
  image: (phrase, id) => [
    call(id, 'Read', { file_path: '/home/dev/orchard/pear.png' }),
    result(id, [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: imageWith(phrase) } }]),
  ],
  thinking: (phrase) => [
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: `So the key is ${phrase}, then`, signature: 'x' }],
      },
    },
  ],
  prompt: (phrase) => [{ type: 'user', message: { role: 'user', content: `please use ${phrase} for it` } }],
  hook: (phrase, id) => [
    {
      type: 'attachment',
      attachment: {
        type: 'hook_success',
        hookName: `PreToolUse:Bash`,
        hookEvent: 'PreToolUse',
        toolUseID: id,
        command: `check ${phrase}`,
        content: phrase,
        stdout: phrase,
        exitCode: 0,
      },
    },
  ],
  environment: (phrase, id) => [
    call(id, 'Bash', { command: 'env' }),
    result(id, `HOME=/home/dev\nTERM=xterm\nDEPLOY=${phrase}\nLANG=C`),
  ],
  header: (phrase, id) => [
    call(id, 'Bash', { command: `curl -H 'X-Orchard: ${phrase}' https://orchard.dev` }),
    result(id, 'ok'),
  ],
  'JSON in JSON': (phrase, id) => [
    call(id, 'mcp__trees__plant', { body: JSON.stringify({ note: JSON.stringify({ deep: `first\n${phrase}` }) }) }),
    result(id, JSON.stringify({ text: phrase })),
  ],
  description: (phrase, id) => [
    call(id, 'Task', { description: `plant ${phrase}`, prompt: `with ${phrase}`, subagent_type: 'gardener' }),
    result(id, 'planted'),
  ],
};

/** What is left of a secret in a text: any ten consecutive characters of it. */
export function leftOf({ secret }: Planted, text: string): string[] {
  const left: string[] = [];
  const plain = secret.replaceAll('\\n', '\n');
  for (const line of plain.split('\n')) {
    for (let at = 0; at + 10 <= line.length; at += 5) {
      const part = line.slice(at, at + 10);
      if (text.includes(part)) left.push(part);
    }
  }
  return left;
}
