// Another package: an empty folder with the packed tarball of this one installed, and nothing of the sources.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
export const MODULES = join(ROOT, 'node_modules');

/** What such a package has for itself: nothing that ours depends on. */
const OWN_PACKAGES = ['@types/node', 'undici-types'];

function linkPackage(name: string, folder: string): void {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(MODULES, name), link, 'dir');
}

/**
 * Packs this package and unpacks it as an installation would. Its dependencies are those of the manifest, linked instead of
 * fetched: tests have no network.
 */
export function installOutside(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toolscope-outside-'));
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed);
  const home = join(folder, 'node_modules/toolscope');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components=1']);
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  );
  for (const name of [...Object.keys(manifest.dependencies), ...OWN_PACKAGES]) linkPackage(name, folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "outside", "type": "module", "private": true }');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Settings of a strict program that checks declarations too. */
export function strictSettings(resolution: 'nodenext' | 'bundler', include: readonly string[]): string {
  return JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom'],
      module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
      moduleResolution: resolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
    },
    include,
  });
}
