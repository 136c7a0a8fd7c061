// Tests that nothing of a secret is left, wherever it stands, and that everything else is as it was, to the byte.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { leftOf, PLACES, plantedSecrets } from '../../test/support/planted-secrets.ts';
import { stripControls } from '../base/terminal.ts';
import { openRedactor, type RedactorOptions } from './open-redactor.ts';
import type { Redactor } from './redactor.ts';
import { reportText } from './report.ts';

const NOBODY = { users: [], hosts: [] };

function redactor(options: RedactorOptions = {}): Redactor {
  return openRedactor({ identity: NOBODY, settings: {}, ...options });
}

/** The line after redaction, or why it was left out. */
function line(using: Redactor, text: string | Uint8Array): string {
  const redacted = using.redactJsonLine(Buffer.from(text));
  return 'bytes' in redacted ? Buffer.from(redacted.bytes).toString() : redacted.leftOut;
}

const KEY = plantedSecrets().find(({ kind }) => kind === 'github')?.phrase ?? '';
const STARS = '*'.repeat(KEY.length);

describe('secrets', () => {
  it.each(plantedSecrets())('leaves nothing of one that a terminal paints: $kind', (planted) => {
    const { phrase } = planted;
    const middle = Math.floor(phrase.length / 2);
    const painted = `${phrase.slice(0, middle)}\x1b[01;31m\x1b[K${phrase.slice(middle, middle + 4)}\x1b[m\x1b[K${phrase.slice(middle + 4)}`;
    for (const given of [painted, phrase.replace(/^.{4}/, '\x1b]8;;x\x07$&\u202e\x00')]) {
      const text = redactor().redactText(`\x1b[1mpear\x1b[0m é ${given} tree`);
      expect(leftOf(planted, stripControls(text))).toEqual([]);
      expect(text).toMatch(/^\x1b\[1mpear\x1b\[0m é .* tree$/s);
      expect(leftOf(planted, stripControls(String(redactor().redactValue(given))))).toEqual([]);
    }
  });

  it.each(plantedSecrets())('leaves nothing of one that an address carries, encoded: $kind', (planted) => {
    const once = encodeURIComponent(planted.phrase);
    const form = String(new URLSearchParams({ text: planted.phrase }));
    for (const carried of [once, encodeURIComponent(once), ...(form.includes('%') ? [form] : [])]) {
      const text = redactor().redactText(`see https://orchard.dev/?pear=1&${carried} there`);
      const decoded = text
        .replaceAll('%25', '%')
        .replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      expect([...leftOf(planted, text), ...leftOf(planted, decoded)]).toEqual([]);
      expect(text).toMatch(/^see https:\/\/orchard\.dev\/.* there$/s);
    }
  });

  for (const planted of plantedSecrets()) {
    it(`leaves nothing of one: ${planted.kind}`, () => {
      for (const [place, records] of Object.entries(PLACES)) {
        for (const record of records(planted.phrase, 'toolu_1')) {
          const before = JSON.stringify(record);
          const after = line(redactor(), before);
          const decoded = after.replace(/[A-Za-z0-9+/]{60,}/g, (text) =>
            Buffer.from(text, 'base64').toString('latin1'),
          );
          expect([place, ...leftOf(planted, after), ...leftOf(planted, decoded)]).toEqual([place]);
          expect(Buffer.byteLength(after)).toBe(Buffer.byteLength(before));
        }
      }
      expect(leftOf(planted, redactor().redactText(`see\n${planted.phrase}\nthere`))).toEqual([]);
      expect(leftOf(planted, JSON.stringify(redactor().redactValue({ [planted.phrase]: [planted.phrase] })))).toEqual(
        [],
      );
    });
  }

  it('finds one that was cut off, as summaries are', () => {
    expect(redactor().redactText(`export TOKEN=${KEY.slice(0, 14)}…`)).toBe(`export TOKEN=${'*'.repeat(14)}…`);
  });

  it.each(['DB_PASSWORD=Tr3eHouse9', 'curl -u pear:Tr3eHouse9', 'login pear password Tr3eHouse9'])(
    'finds a password that was cut off: %s',
    (text) => {
      for (const mark of ['…', '...']) {
        expect(redactor().redactText(text + mark)).toBe(text.replace('Tr3eHouse9', '*'.repeat(10)) + mark);
      }
    },
  );

  it('finds a private key whose lines are numbered, as agents are shown files', () => {
    const pem = plantedSecrets().find(({ kind }) => kind === 'private key');
    const lines = (pem?.phrase ?? '').trim().split('\n');
    for (const numbered of [(at: number) => `${at}→`.padStart(7), (at: number) => `${at}\t`.padStart(7)]) {
      const text = lines.map((shown, at) => `${numbered(at + 1)}${shown}`);
      for (const part of [text, text.slice(0, -1)]) {
        expect(pem && leftOf(pem, redactor().redactText(part.join('\n')))).toEqual([]);
        expect(pem && leftOf(pem, line(redactor(), JSON.stringify({ content: part.join('\n') })))).toEqual([]);
      }
    }
  });

  const all = plantedSecrets();
  it.each([
    ...all.filter(({ kind }) => ['telegram', 'private key', 'private key as JSON'].includes(kind)),
    { kind: 'discord', phrase: 'MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWsXq', secret: '' },
    { kind: 'azure', phrase: `AccountKey=${'Qm7xK2pLw9'.repeat(6)}`, secret: '' },
    { kind: 'airtable', phrase: `patQ7wErTyUiOpAs1.${'0f1e2d3c4b5a69788796'.repeat(3)}abcd`, secret: '' },
  ])('leaves little of one that is cut wherever a summary ends: $kind', ({ phrase }) => {
    const body = phrase.search(/KEY-----|:AA|\.\w{6}\.|\.0f1e|Key=/);
    const from = body + (phrase.includes('KEY-') ? 12 : phrase.includes('.Cl2') ? 9 : 4);
    for (let end = from + 10; end < from + 60 && end < phrase.length; end++) {
      const text = redactor().redactText(`Use it → ${phrase.slice(0, end)}…`);
      for (const part of phrase.slice(from, end).split(/\\n|\n/)) if (part.length > 3) expect(text).not.toContain(part);
    }
  });

  it('finds a key without a digit, and no names of a program', () => {
    for (const before of ['X-Api-Key: ', 'https://orchard.dev/?api_key=', '{"password":"', 'API_TOKEN=']) {
      const key = 'vADVSVEaQSxicnusVYNQPHCRupFmYcsZ';
      expect(redactor().redactText(before + key)).toBe(before + '*'.repeat(32));
      for (const name of ['getUserAccountTokenFromStore', 'ORCHARD_TREE_OWNER_NAME', 'XMLHttpRequestUploadHandler']) {
        expect(redactor().redactText(before + name)).toBe(before + name);
      }
    }
  });

  it('finds the token of a webhook whose address was shortened from the left', () => {
    const token = all.find(({ kind }) => kind === 'sendgrid')?.secret ?? '';
    const text = `Read …/613241579226975991/${token}${token}&b`;
    expect(redactor().redactText(text)).toBe(`Read …/613241579226975991/${'*'.repeat(token.length * 2)}&b`);
  });

  it('finds a key of few different digits, as one in two hundred is', () => {
    for (const key of ['sk-1f9188ee8086983ba998fbc7791791cc', 'DD_API_KEY=1ea88a7166585484bec1228521681b82']) {
      expect(redactor().redactText(key)).toMatch(/^(?:DD_API_KEY=)?\*{32,}$/);
    }
    const ids = 'token: deadbeefdeadbeefdeadbeefdeadbeef';
    expect(redactor().redactText(ids)).toBe(ids);
  });

  it.each([
    'curl -u pear:Tr3eHouse9',
    'login pear password Tr3eHouse9',
    'the password is Tr3eHouse9',
    'redis-cli -a Tr3eHouse9',
  ])('finds a password at the end of a tag: %s', (text) => {
    for (const tag of ['command-args', 'bash-input', 'local-command-stdout']) {
      const said = `<${tag}>${text}</${tag}>`;
      expect(redactor().redactText(said)).toBe(said.replace('Tr3eHouse9', '*'.repeat(10)));
    }
  });

  it('finds one at every place of a long text, wherever that is cut', () => {
    const filler = 'pear tree in the orchard, '.repeat(7000);
    for (let at = 65_000; at < 66_000; at += 37) {
      const text = `${filler.slice(0, at)} ${KEY} ${filler.slice(at)}`;
      expect(redactor().redactText(text)).toBe(text.replace(KEY, STARS));
    }
  });

  it('is not switched off by a comment in the log', () => {
    const text = `// secretlint-disable\n/* secretlint-disable */ ${KEY}`;
    expect(redactor().redactText(text)).not.toContain(KEY);
  });

  it('leaves alone what only stands for a secret, and code that handles some', () => {
    const texts = [
      'password=changeme password: string, token: string; const token = getToken()',
      'API_KEY=your-api-key-here export TOKEN=$GITHUB_TOKEN secret: \x24{{ secrets.DEPLOY }} "password": "********"',
      'Authorization: Bearer <token>; Authorization: Bearer \x24{token}',
      'postgres://user:password@localhost/db https://\x24{USER}:\x24{PASS}@host',
      '--- PASS: TestPear/a1b2c3d4e5f6 (0.00s)',
      'input_tokens: 12345678901234567890 "cache_key": "orchard-trees-by-name"',
      'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      'toolu_01A09q90qw90lq917835lq9 msg_01XFDUDYJgAACzvnptvVoYEL 0b7e4a5e-5b0f-4a3e-9d0c-2f1d6b1c8e11',
      'https://orchard.dev/?q=how%20to%20set%20a%20password%3A%20changeme&page=2 100%25 of %2E',
      'token = refreshToken.accessToken.value; process.env.API_KEY; key: user.profile.settings.theme.name',
    ];
    for (const text of texts) expect(redactor().redactText(text)).toBe(text);
  });

  it('takes no more time than hostile texts deserve', () => {
    const hostile = [
      `eyJ${'a'.repeat(400_000)}`,
      'a-'.repeat(200_000),
      'cookie=a;'.repeat(40_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(15_000),
      'https://a:'.repeat(40_000),
      'password="'.repeat(40_000),
      '\\'.repeat(400_000),
      '\\u0041'.repeat(60_000),
      '@a.'.repeat(130_000),
      '/home/'.repeat(60_000),
      'Authorization: '.repeat(30_000),
      'curl '.repeat(80_000),
      '%41'.repeat(130_000),
      '%2525'.repeat(80_000),
      '%41 '.repeat(100_000),
    ];
    for (const text of hostile) {
      mustEnd(() => redactor().redactText(text));
      mustEnd(() => line(redactor(), JSON.stringify({ text })));
    }
  }, 60_000);
});

describe('names', () => {
  it('masks whose machine it is, and nobody else', () => {
    const text =
      'cd /home/adalovelace/pear && ls /Users/adalovelace C:\\Users\\adalovelace\\x ~/.claude/projects/-home-adalovelace-pear ' +
      'mail ada.lovelace@orchard.dev at 192.168.7.12 http://build.orchard.internal:8080/';
    const masked = redactor().redactText(text);
    expect(masked).not.toMatch(/lovelace|192\.168|build\.orchard/);
    expect(masked).toContain('cd /home/***********/pear');
    for (const alone of ['-home-adalovelace-pear', '\\Users\\adalovelace', '-Users-adalovelace']) {
      expect(redactor().redactText(alone)).not.toContain('ada');
    }
    const kept =
      'cd /home/user/pear; git@github.com:orchard/pear.git; icon@2x.png; 12→@pytest.fixture; src/home/page.tsx; 127.0.0.1; noreply@orchard.dev; .env.local';
    expect(redactor().redactText(kept)).toBe(kept);
  });

  it('masks the names it was told wherever they are words', () => {
    const using = redactor({ identity: { users: ['quince'], hosts: ['pearbox.lan'] }, paths: ['/home/médlar/trees'] });
    expect(using.redactText('quince on pearbox as Médlar? no: médlar; quincetree')).toBe(
      '****** on ******* as *******? no: *******; quincetree',
    );
    expect(redactor({ secretsOnly: true }).redactText('/home/quince')).toBe('/home/quince');
  });
});

describe('a line of JSON', () => {
  it('keeps its length in bytes, its form, and everything that is no secret', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('\\', '"', '\n', '\\n', '\\"', '\\\\', '/', '\u2028', '🍐', '\u0000', 'é', '\\u0041'),
    );
    const secret = fc.constantFrom(...plantedSecrets().map(({ phrase }) => phrase));
    const part = fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: secret });
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.array(part, { maxLength: 5 }).map((parts) => parts.join(' ')),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    const escapeAll = (json: string): string =>
      json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(value, fc.nat(2), (given, depth) => {
        let whole: unknown = given;
        for (let i = 0; i < depth; i++) whole = { inner: JSON.stringify(whole) };
        for (const json of [JSON.stringify(whole), escapeAll(JSON.stringify(whole))]) {
          const raw = Buffer.from(json);
          const result = redactor().redactJsonLine(raw);
          if (!('bytes' in result)) throw new Error(result.leftOut);
          const after = Buffer.from(result.bytes);
          expect(after.length).toBe(raw.length);
          JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(after));
          for (const [at, byte] of after.entries()) {
            if (byte !== raw[at] && byte !== 42 && byte !== 49)
              throw new Error(`byte ${at} is neither kept nor masked`);
          }
          for (const planted of plantedSecrets()) expect(leftOf(planted, after.toString())).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  }, 120_000);

  it('finds a secret behind escapes, and masks these whole', () => {
    const escaped = [...KEY].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    expect(line(redactor(), `{"a":"\\n${escaped}\\n"}`)).toBe(`{"a":"\\n${'*'.repeat(escaped.length)}\\n"}`);
    expect(line(redactor(), `{"a":"\\n${KEY}\\t"}`)).toBe(`{"a":"\\n${STARS}\\t"}`);
    expect(line(redactor(), `{"a":"https:\\/\\/pear:Tr33house9@h.dev"}`)).not.toContain('Tr33house9');
  });

  it.each([
    'toolu_01XFDUDYJgAACzvnptvVoYEL',
    'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    'resp_68a1f0c9d2b481928f7e6d5c4b3a29180f7e6d5c4b3a2918',
    'sha512-q7Xk2bT9fLm4Pz8Rw3Yc6Vn1Hd5Jg0SaQeUiOtKyBxMlNpZr7WvCj2Fh4Dk8==',
    'cache-linux-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'registry.orchard.dev/pears:prod-3f786850e387550fdab836ed7e6dc881de23001b',
    'TestPearTree_RipensBeforeTheFirstFrostOfWinter20718973',
    'rollout-2026-07-24-019f9261-846e-7fc0-b843-e0464227f290',
    'changes to authentication, authorization, or payment code',
    'const token = getToken("pear-tree-of-the-orchard");',
    'git config set user.signingkey ~/.ssh/id_ed25519.pub',
  ])('leaves ids, hashes and words alone: %s', (text) => {
    expect(redactor().redactText(`see ${text} there`)).toBe(`see ${text} there`);
  });

  it('masks keys and numbers too, and leaves the language alone', () => {
    const settings = {
      patterns: [
        { id: 'badge', pattern: '\\b77\\d{4}\\b' },
        { id: 'word', pattern: 'true' },
      ],
    };
    expect(redactor({ settings: { patterns: [{ id: 'all', pattern: '.' }] } }).redactText('pear')).toBe('****');
    expect(line(redactor({ settings }), '{"770001":[770002,true,"770003",1.5]}')).toBe(
      '{"******":[111111,true,"******",1.5]}',
    );
    expect(redactor().redactValue({ [KEY]: { list: [KEY, 1, null] } })).toEqual({
      [STARS]: { list: [STARS, 1, null] },
    });
    expect(redactor().redactValue(undefined)).toBe(undefined);
  });

  it('is left out with the reason where it cannot be looked through', () => {
    const using = redactor();
    expect(line(using, Buffer.from([0x22, 0xff, 0x22]))).toBe('not UTF-8');
    expect(line(using, '{"half":')).toBe('not JSON');
    expect(using.report.leftOut).toEqual({ 'not UTF-8': 1, 'not JSON': 1 });
  });
});

describe('settings', () => {
  it('add patterns, allow texts and turn rules off', () => {
    const settings = { patterns: [{ id: 'ticket', pattern: /OrCh-\d{4}/i }], allow: [KEY], off: ['e-mail'] };
    const text = `orch-1234 ${KEY} pear.tree@orchard.dev`;
    const using = redactor({ settings });
    expect(using.redactText(text)).toBe(`********* ${KEY} pear.tree@orchard.dev`);
    expect(using.report).toEqual({ version: using.version, masked: { ticket: 1 }, leftOut: {} });
  });

  it('are refused where they are wrong', () => {
    const wrong: unknown[] = [
      1,
      { patterns: 'x' },
      { patterns: [{ id: 'a', pattern: '(' }] },
      { patterns: [{}] },
      { offf: [] },
      { allow: [1] },
    ];
    for (const settings of wrong) expect(() => redactor({ settings })).toThrow(/^The configuration: redaction\./);
  });
});

it('counts what it masked by rule', () => {
  const using = redactor();
  using.redactText(`${KEY} and ${KEY}, /home/quince`);
  expect(using.report.masked).toEqual({ github: 2, 'home-directory': 1 });
  expect(reportText(using.report)).toBe(`3 places masked: github 2, home-directory 1 (rules ${using.version})`);
});
