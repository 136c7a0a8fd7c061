// Tests the rules of views and UI parts by their sources: nothing is parsed, nothing is written as HTML, no style is inline.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOOLS_FOLDER, toolFolders } from '../structure/tool-samples.ts';

const UI = new URL('../../src/ui/', import.meta.url);

const viewFiles = toolFolders().map((tool) => new URL(`${tool}/${tool}.view.tsx`, TOOLS_FOLDER));
const kitFiles = readdirSync(UI, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:tsx|ts|css)$/.test(file) && !file.includes('.test.'))
  .map((file) => new URL(file, UI));

function findings(files: readonly URL[], rules: Readonly<Record<string, RegExp>>): string[] {
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return Object.entries(rules)
      .filter(([, pattern]) => pattern.test(source))
      .map(([rule]) => `${file.pathname.split('/src/')[1]}: ${rule}`);
  });
}

it('views parse nothing', () => {
  const rules = {
    'parses JSON': /JSON\.parse|parseJson/,
    'has a regular expression':
      /[=(,:]\s*\/(?![/*>])[^/\n]+\/[dgimsuvy]*[,.;)]|new RegExp|\.(?:match|matchAll|search)\(/,
    'knows a schema': /from 'zod'|\.safeParse\(|\bfit(?:To|ted)\(/,
  };
  expect(findings(viewFiles, rules)).toEqual([]);
});

it('nothing of a log is written as HTML, and no look is a text', () => {
  const rules = {
    'writes HTML': /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write|outerHTML/,
    'has a style as text': /style="|setAttribute\('style'/,
    'opens a window without noopener': /target="_blank"(?![^>]*rel="noopener)/,
  };
  expect(findings([...viewFiles, ...kitFiles.filter(({ pathname }) => !pathname.endsWith('.css'))], rules)).toEqual([]);
});

it('colours are those of the theme', () => {
  const styles = kitFiles.filter(
    ({ pathname }) => pathname.endsWith('.css') && !/theme\.css|terminal-block\.css/.test(pathname),
  );
  expect(findings(styles, { 'names a colour of its own': /#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i })).toEqual([]);
});
