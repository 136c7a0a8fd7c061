// Tests that an invalid zip file is rejected as a whole, costs nothing, and becomes one line of what could not be read.

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { fuzz } from '../../../test/support/fuzz.ts';
import { AppError } from '../../base/app-error.ts';
import { ZipWriter } from '../bundles/zip-writer.ts';
import { listLogs } from '../list-logs.ts';
import { bundledLogs } from './bundles.ts';
import { filesBelow, openBelow } from './open-below.ts';
import { openLog } from './open-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscope-zips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINE = Buffer.from('{"type":"user","message":{"role":"user","content":"pears"}}\n');

interface Content {
  readonly name: string;
  readonly content: Buffer;
}

function filesOf(files: readonly Content[]): object[] {
  return files.map(({ name, content }) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
}

function manifestOf(logs: readonly Content[], changes: object = {}): Content {
  const manifest = { format: 'toolscope-bundle', version: 1, logs: filesOf(logs), ...changes };
  return { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) };
}

async function zipOf(entries: readonly Content[]): Promise<Buffer> {
  const zip = new ZipWriter();
  const parts: Buffer[] = [];
  for (const { name, content } of entries) parts.push(await zip.entry(name, content));
  return Buffer.concat([...parts, zip.end()]);
}

const LOG = { name: 'logs/.claude/projects/p/one.jsonl', content: LINE };

const OUTPUT = { name: 'logs/.claude/projects/p/one/tool-results/b1.txt', content: Buffer.from('all of it') };

function withOutput(name: string, logs: readonly Content[] = [LOG], listed = OUTPUT.content): Promise<Buffer> {
  const manifest = manifestOf(logs, { outputs: filesOf([{ name, content: listed }]) });
  return zipOf([LOG, { ...OUTPUT, name }, manifest]);
}

function honest(): Promise<Buffer> {
  return zipOf([LOG, manifestOf([LOG])]);
}

function named(...names: readonly string[]): Promise<Buffer> {
  const logs = names.map((name) => ({ name, content: LINE }));
  return zipOf([...logs, manifestOf(logs)]);
}

/** Where the table of contents begins. */
function tableAt(zip: Buffer): number {
  return zip.readUInt32LE(zip.length - 6);
}

async function changed(change: (zip: Buffer, table: number) => void): Promise<Buffer> {
  const zip = Buffer.from(await honest());
  change(zip, tableAt(zip));
  return zip;
}

/** A megabyte that says it is ten bytes. */
async function lying(): Promise<Buffer> {
  const content = Buffer.alloc(1024 * 1024);
  const zip = Buffer.from(
    await zipOf([{ name: LOG.name, content }, manifestOf([{ ...LOG, content: Buffer.alloc(10) }])]),
  );
  zip.writeUInt32LE(10, tableAt(zip) + 24);
  return zip;
}

async function file(bytes: Buffer | Promise<Buffer>): Promise<string> {
  const path = join(folder, `${readdirSync(folder).length}.toolscope.zip`);
  writeFileSync(path, await bytes);
  return path;
}

it('reads an honest one, without its zip file being unpacked anywhere', async () => {
  const path = await file(honest());
  const before = readdirSync(folder);
  const [log] = bundledLogs(path);
  expect(log).toMatchObject({ path: join(path, LOG.name), size: LINE.length });
  const open = openLog(log?.path ?? '');
  const bytes = Buffer.alloc(100);
  expect(bytes.toString('utf8', 0, open.read(bytes, 0))).toBe(LINE.toString());
  expect(readdirSync(folder)).toEqual(before);
});

it('has outputs beside its logs, which are no logs, and are found below the log alone', async () => {
  const path = await file(withOutput(OUTPUT.name));
  expect(bundledLogs(path)).toHaveLength(1);
  const folderInside = join(path, 'logs/.claude/projects/p');
  const open = (at: string, ...names: string[]): string | undefined => {
    const found = openBelow({ folder: at, names });
    if (found === undefined) return undefined;
    const bytes = Buffer.alloc(found.size);
    return bytes.toString('utf8', 0, found.read(bytes, 0));
  };
  expect(open(folderInside, 'one', 'tool-results', 'b1.txt')).toBe('all of it');
  expect(open(folderInside, 'one', 'tool-results', 'b2.txt')).toBeUndefined();
  expect(open(folderInside, 'one.jsonl')).toBeUndefined();
  expect(open(folderInside, 'two', '..', 'one', 'tool-results', 'b1.txt')).toBeUndefined();
  // A log on the disk that mentions a bundle next to it.
  expect(
    open(folder, basename(path), 'logs', '.claude', 'projects', 'p', 'one', 'tool-results', 'b1.txt'),
  ).toBeUndefined();
  expect(filesBelow({ folder: folderInside, names: ['one', 'tool-results'] })).toEqual([
    { folder: folderInside, names: ['one', 'tool-results', 'b1.txt'] },
  ]);
  const another = await file(withOutput(OUTPUT.name, [LOG], Buffer.from('all of IT')));
  expect(open(join(another, 'logs/.claude/projects/p'), 'one', 'tool-results', 'b1.txt')).toBeUndefined();
});

it.each<[string, () => Promise<Buffer>, string]>([
  ['no zip file', async () => Buffer.from('PK pears'), 'it is no zip file'],
  ['an empty file', async () => Buffer.alloc(0), 'it is no zip file'],
  ['another zip file', () => zipOf([LOG]), 'it is no bundle of Toolscope'],
  ['a manifest of another program', () => zipOf([manifestOf([], { format: 'x' })]), 'it is no bundle of Toolscope'],
  ['a later version', () => zipOf([manifestOf([], { version: 2 })]), 'it was made by a newer Toolscope'],
  ['names that lead up', () => named('logs/../../etc/passwd'), 'it holds odd names'],
  ['absolute names', () => named('/logs/a.jsonl'), 'it holds odd names'],
  ['names of Windows', () => named('C:/logs/a.jsonl'), 'it holds odd names'],
  ['backslashes', () => named('logs\\..\\a.jsonl'), 'it holds odd names'],
  ['the same name twice', () => named('logs/a.jsonl', 'logs/A.jsonl'), 'it holds a name twice'],
  ['outputs elsewhere', () => withOutput('logs/.claude/projects/p/one/notes.txt'), 'its manifest is damaged'],
  ['outputs that lead up', () => withOutput('logs/p/one/tool-results/../a.txt'), 'it holds odd names'],
  ['outputs that are logs', () => withOutput(OUTPUT.name, [LOG, OUTPUT]), 'its manifest is damaged'],
  ['outputs that are no list', () => zipOf([LOG, manifestOf([LOG], { outputs: {} })]), 'its manifest is damaged'],
  [
    'an output that is not there',
    () => zipOf([LOG, manifestOf([LOG], { outputs: filesOf([OUTPUT]) })]),
    'it is not what its manifest says',
  ],
  ['logs elsewhere', () => named('calls.jsonl'), 'its manifest is damaged'],
  ['a log that is not there', () => zipOf([manifestOf([LOG])]), 'it is not what its manifest says'],
  [
    'a link',
    () =>
      changed((zip, table) => {
        zip.writeUInt16LE((3 << 8) | 20, table + 4);
        zip.writeUInt32LE((0o120777 << 16) >>> 0, table + 38);
      }),
    'it holds links or devices',
  ],
  ['encryption', () => changed((zip, table) => zip.writeUInt16LE(0x801, table + 8)), 'it is encrypted'],
  [
    'unknown packing',
    () => changed((zip, table) => zip.writeUInt16LE(12, table + 10)),
    'it is packed in an unknown way',
  ],
  [
    'a bomb',
    () => changed((zip, table) => zip.writeUInt32LE(0xfffffff0, table + 24)),
    'it is too large when it is unpacked',
  ],
  [
    'a bomb that is within the limits of size',
    () => changed((zip, table) => zip.writeUInt32LE(100 * 1024 * 1024, table + 24)),
    'it is too large when it is unpacked',
  ],
  [
    'entries that share their bytes',
    () =>
      changed((zip, table) => {
        zip.writeUInt32LE(1, table + 46 + zip.readUInt16LE(table + 28) + 42);
      }),
    'its files overlap',
  ],
  [
    'a table that is not there',
    () => changed((zip) => zip.writeUInt32LE(0xffff, zip.length - 6)),
    'its table of contents is damaged',
  ],
  ['too many files', () => changed((zip) => zip.writeUInt16LE(60_000, zip.length - 12)), 'it holds too many files'],
])('refuses %s', async (_, make, why) => {
  const path = await file(make());
  const { files, unreadable } = await listLogs([path]);
  expect(files).toEqual([]);
  expect(unreadable).toEqual([{ path, reason: `${path} is not read: ${why}.` }]);
});

it.each<[string, () => Promise<Buffer>]>([
  ['is longer than it says', lying],
  [
    'is another than the manifest says',
    () => zipOf([LOG, manifestOf([{ ...LOG, content: Buffer.from(LINE).reverse() }])]),
  ],
  ['is damaged', () => changed((zip) => zip.fill(0xff, 70, 90))],
  ['is not where it should be', () => changed((zip) => zip.fill(0, 0, 4))],
])('opens no log that %s', async (_, make) => {
  const path = await file(make());
  const [log] = bundledLogs(path);
  expect(() => openLog(log?.path ?? '')).toThrow(/is not read/);
});

it('gives the logs it was made of, or is refused, whatever was done to its bytes', async () => {
  const whole = await honest();
  const edit = fc.record({ at: fc.nat(whole.length - 1), by: fc.uint8Array({ minLength: 1, maxLength: 8 }) });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 5 }), fc.integer({ min: 0, max: whole.length }), (edits, length) => {
      const zip = Buffer.from(whole);
      for (const { at, by } of edits) zip.set(by.subarray(0, zip.length - at), at);
      const path = join(folder, 'fuzzed.toolscope.zip');
      writeFileSync(path, length % 4 === 0 ? zip.subarray(0, length) : zip);
      try {
        for (const log of bundledLogs(path)) {
          const opened = openLog(log.path);
          const bytes = Buffer.alloc(opened.size);
          opened.read(bytes, 0);
          expect(bytes).toEqual(LINE);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
    fuzz(1000),
  );
});

it('looks for bundles in folders by their ending only, and takes a folder with such a name for a folder', async () => {
  const here = mkdtempSync(join(folder, 'folder.zip-'));
  writeFileSync(join(here, 'other.zip'), deflateRawSync(LINE));
  writeFileSync(join(here, 'mine.toolscope.zip'), await honest());
  const { files, unreadable } = await listLogs([here]);
  expect(unreadable).toEqual([]);
  expect(files.map(({ path }) => path)).toEqual([join(here, 'mine.toolscope.zip', LOG.name), join(here, 'other.zip')]);
});
