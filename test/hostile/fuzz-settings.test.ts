// Fuzzes what people and programs write for Toolscope: settings, configurations, store addresses, bundles. Each is used, or
// refused with an error of ours; nothing else is thrown, and no password is shown.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { changeSettings, readSettings, usableSettings } from '../../src/config/settings.ts';
import { readZipEntry } from '../../src/sources/bundles/read-zip-entry.ts';
import { zipEntries } from '../../src/sources/bundles/zip-entries.ts';
import { ZipWriter } from '../../src/sources/bundles/zip-writer.ts';
import type { OpenLog } from '../../src/sources/files/open-log.ts';
import { bundledLogs, openBundled } from '../../src/sources/kinds/bundles.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { shownStore, useStore } from '../../src/store/store-address.ts';
import { folderWith } from '../support/claude-log.ts';
import { fuzz } from '../support/fuzz.ts';

const folder = folderWith({});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The result, or undefined if it was refused as it should be. */
function orRefused<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const oddText = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '', ' ', '\0', '\u001b[2J', '\ud800', '../../etc', 'é'.repeat(50)),
  fc.string({ maxLength: 12 }),
);

describe('the address of a store', () => {
  const SECRET = 'quince%20gate';
  const part = fc.oneof(
    oddText,
    oddText.map(encoded),
    fc.constantFrom(
      'localhost',
      '[::1]',
      '127.0.0.1',
      '%00',
      '%0a',
      '%zz',
      'a:b',
      '@',
      '/',
      '?',
      '#',
      '[',
      '65536',
      '-1',
    ),
  );
  const parameter = fc.tuple(fc.constantFrom('host', 'sslmode', 'sslrootcert', 'port', 'password', 'x'), part);
  const address = fc
    .record({
      scheme: fc.constantFrom('postgres://', 'postgresql://', 'POSTGRES://'),
      user: part,
      host: part,
      port: fc.option(part, { nil: '' }),
      database: part,
      parameters: fc.array(parameter, { maxLength: 3 }),
    })
    .map(({ scheme, user, host, port, database, parameters }) => {
      const query = parameters.map(([name, value]) => `${name}=${value}`).join('&');
      return `${scheme}${user}:${SECRET}@${host}:${port}/${database}?${query}&password=${SECRET}`;
    });

  it('is understood or refused, says no password, and holds nothing that a terminal or the server would follow', () => {
    const env = { PGPASSFILE: join(folder, 'none'), PGPORT: '5432', PGUSER: 'gardener', PGHOST: 'localhost' };
    fc.assert(
      fc.property(address, (given) => {
        const settings = orRefused(() => connectionSettings(given, env));
        if (settings === undefined) return;
        const { shown, host, user, database, port } = settings;
        expect(shown).not.toMatch(/quince(?:%20| )gate/);
        expect(`${host}${user}${database}`).not.toMatch(/[\x00-\x1f\x7f]/);
        expect(Number.isInteger(port) && port > 0 && port < 65_536).toBe(true);
      }),
      fuzz(1000),
    );
  });

  it('is shown without a password, wherever that stands', () => {
    const before = process.env['TOOLSCOPE_STORE'];
    fc.assert(
      fc.property(address, (given) => {
        // The name of a database may hold a question mark only as %3F: behind one stand parameters.
        useStore(given.replaceAll('\0', ''));
        expect(orRefused(shownStore) ?? '').not.toContain(SECRET);
      }),
      fuzz(500),
    );
    if (before === undefined) delete process.env['TOOLSCOPE_STORE'];
    else process.env['TOOLSCOPE_STORE'] = before;
  });
});

/** Half a character cannot be written in an address. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

describe('settings', () => {
  const price = fc.oneof(
    fc.record({ input: fc.oneof(fc.double(), fc.constant('1'), fc.constant(null)), output: fc.double() }),
    fc.jsonValue(),
  );
  const settings = fc.oneof(
    fc.record(
      {
        prices: fc.oneof(fc.dictionary(oddText, price), fc.jsonValue()),
        archive: fc.oneof(fc.boolean(), fc.jsonValue()),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );
  const text = fc.oneof(
    settings.map((value) => JSON.stringify(value)),
    settings.map((value) => JSON.stringify(value).slice(0, -1)),
    fc.string(),
  );

  it('of any text are read, and what can be used of them is used', () => {
    fc.assert(
      fc.property(text, (given) => {
        writeFileSync(join(folder, 'settings.json'), given);
        const { value, problems } = readSettings(folder);
        const { prices = {} } = usableSettings(value);
        for (const { input, output } of Object.values(prices)) expect(input >= 0 && output >= 0).toBe(true);
        expect(Object.getPrototypeOf(prices)).toBe(Object.prototype);
        // What stands in a file that can be read is kept by a change, and a file that cannot be is left as it is.
        const changed = orRefused(() => changeSettings(folder, { archive: false }));
        const now = readFileSync(join(folder, 'settings.json'), 'utf8');
        if (changed === undefined) expect(now).toBe(Buffer.from(given).toString());
        else expect(JSON.parse(now)).toEqual({ ...value, archive: false });
        expect(changed === undefined).toBe(problems.some(({ at }) => at !== 'archive'));
      }),
      fuzz(300),
    );
  });

  it('a configuration of any JSON is used, or refused with its place', async () => {
    const path = join(folder, 'toolscope.config.json');
    const tool = fc.record(
      {
        id: oddText,
        names: fc.oneof(fc.dictionary(oddText, fc.array(oddText)), fc.jsonValue()),
        input: fc.jsonValue(),
        summary: fc.oneof(oddText, fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const patterns = fc.array(fc.oneof(fc.constantFrom('(a+)+$', '[', '(?<x', '.*'), oddText, fc.jsonValue()));
    const redaction = fc.record({ patterns, names: fc.jsonValue(), keep: patterns }, { requiredKeys: [] });
    const config = fc.record(
      { tools: fc.oneof(fc.array(tool), fc.jsonValue()), formats: fc.jsonValue(), redaction, x: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const given = fc.oneof(
      config.map((value) => JSON.stringify(value)),
      config.map((value) => JSON.stringify(value).slice(0, -2)),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(given, async (content) => {
        writeFileSync(path, content);
        const trouble = await loadConfig(path).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (trouble === undefined) return;
        expect(trouble).toBeInstanceOf(AppError);
        expect(String(trouble)).toContain('toolscope.config.json');
      }),
      fuzz(200),
    );
  });
});

describe('a bundle', () => {
  /** Of nothing: such a file takes no room on a disk. */
  const GAP = 3_000_000_000;

  async function bundle(): Promise<Buffer> {
    const log = Buffer.from('{"type":"user"}\n');
    const sha256 = '0'.repeat(64);
    const manifest = {
      format: 'toolscope-bundle',
      version: 1,
      logs: [{ name: 'logs/a.jsonl', bytes: log.length, sha256 }],
    };
    const writer = new ZipWriter();
    const parts = [
      await writer.entry('manifest.json', Buffer.from(JSON.stringify(manifest))),
      await writer.entry('logs/a.jsonl', log),
    ];
    return Buffer.concat([...parts, writer.end()]);
  }

  function read(path: string): void {
    for (const { path: log } of bundledLogs(path)) {
      const name = log.slice(path.length + 1);
      const opened = openBundled({ bundle: path, name });
      opened.read(Buffer.alloc(16), 0);
      opened.close();
    }
  }

  it('with any bytes changed, cut or put in between is read or refused', async () => {
    const good = await bundle();
    const edit = fc.tuple(
      fc.nat(good.length - 1),
      fc.uint8Array({ maxLength: 6 }),
      fc.constantFrom('over', 'in', 'cut'),
    );
    let number = 0;
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let bytes = good;
        for (const [place, by, kind] of edits) {
          const at = place % (bytes.length + 1);
          const rest = kind === 'in' ? at : at + by.length;
          bytes =
            kind === 'cut' ? bytes.subarray(0, at) : Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(rest)]);
        }
        const path = join(folder, `${number++}.zip`);
        writeFileSync(path, bytes);
        orRefused(() => read(path));
        rmSync(path);
      }),
      fuzz(1000),
    );
  });

  it.each<[string, (tail: Buffer, end: number) => void]>([
    [
      'a table of contents of three gigabytes',
      (tail, end) => {
        tail.writeUInt32LE(GAP, end + 12);
        tail.writeUInt32LE(0, end + 16);
      },
    ],
    [
      'an entry that says so of its packed bytes',
      (tail) => tail.writeUInt32LE(GAP - 1000, 46 + tail.readUInt16LE(28) + 20),
    ],
  ])('with %s is refused before memory is taken for it', async (_, change) => {
    const good = await bundle();
    const end = good.length - 22;
    const table = good.readUInt32LE(end + 16);
    const tail = Buffer.from(good.subarray(table));
    tail.writeUInt32LE(table + GAP, end - table + 16);
    change(tail, end - table);
    let most = 0;
    const file: OpenLog = {
      size: good.length + GAP,
      read: (room, at) => {
        most = Math.max(most, room.length);
        for (const [part, start] of [
          [good.subarray(0, table), 0],
          [tail, table + GAP],
        ] as const) {
          const from = Math.max(at, start);
          const to = Math.min(at + room.length, start + part.length);
          if (from < to) room.set(part.subarray(from - start, to - start), from - at);
        }
        return room.length;
      },
      close: () => {},
    };
    const readAll = (): void => {
      for (const entry of zipEntries(file, 'sparse.zip')) readZipEntry(file, entry, 'sparse.zip');
    };
    expect(readAll).toThrow('sparse.zip is not read: its table of contents is damaged.');
    expect(most).toBeLessThan(1_000_000);
  });
});
