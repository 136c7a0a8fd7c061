import { expect, test } from 'vitest';
import { withoutFacades } from './without-facades.mjs';

const chunk = (fileName, code, imports = [], isEntry = false) => ({ fileName, code, imports, isEntry });
const codes = (chunks) => Object.fromEntries(withoutFacades(chunks).map(({ fileName, code }) => [fileName, code]));

const LIBRARY = chunk('library.js', 'export { open as o, close };', ['door.js']);
const DOOR = chunk('door.js', 'export const d = 1;');

test('asks for what stands behind a file of names alone', () => {
  const facade = chunk('open.js', 'import "./door.js";\nexport { o as open, close } from "./library.js";\n', [
    'door.js',
    'library.js',
  ]);
  const main = chunk('main.js', 'const { open } = await import("./open.js");', [], true);
  expect(codes([LIBRARY, DOOR, facade, main])).toEqual({
    'library.js': LIBRARY.code,
    'door.js': DOOR.code,
    'main.js': 'const { open } = await import("./library.js").then((m) => ({ open: m.o, close: m.close }));',
  });
});

test('leaves alone what has code, loads more than what stands behind it, or is an entry', () => {
  const others = [
    chunk('code.js', 'export { o as open } from "./library.js";\nrun();', ['library.js']),
    chunk('more.js', 'import "./other.js";\nexport { o as open } from "./library.js";', ['other.js', 'library.js']),
    chunk('entry.js', 'export { o as open } from "./library.js";', ['library.js'], true),
  ];
  const main = chunk('main.js', 'import("./code.js"); import("./more.js"); import("./entry.js");', [], true);
  const chunks = [LIBRARY, DOOR, main, ...others];
  expect(withoutFacades(chunks)).toEqual(chunks);
});

test('keeps one that is also loaded at once', () => {
  const facade = chunk('open.js', 'export { o as open } from "./library.js";', ['library.js']);
  const main = chunk('main.js', 'import { open } from "./open.js"; import("./open.js");', ['open.js'], true);
  expect(codes([LIBRARY, facade, main])).toMatchObject({
    'open.js': facade.code,
    'main.js': 'import { open } from "./open.js"; import("./library.js").then((m) => ({ open: m.o }));',
  });
});
