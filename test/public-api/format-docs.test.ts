// Tests that the document of Claude Code's format keeps up with the code: headings, types, codes and files it names.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isHookAttachment } from '../../src/formats/claude-code/hooks.ts';
import { TEXT_RULES } from '../../src/formats/claude-code/outcome.ts';
import {
  CONTEXT_ATTACHMENTS,
  IGNORED_TYPES,
  OWN_TYPES,
  SYSTEM_NOTICES,
} from '../../src/formats/claude-code/records.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = 'src/formats/claude-code';
const text = readFileSync(join(ROOT, 'docs/formats/claude-code.md'), 'utf8');
const readme = readFileSync(join(ROOT, FOLDER, 'README.md'), 'utf8');

function missing(words: Iterable<string>): string[] {
  return [...words].filter((word) => !text.includes(`\`${word}\``));
}

describe('docs/formats/claude-code.md', () => {
  it('has the sections that the code refers to', () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(
      expect.arrayContaining([
        'Files',
        'Lines',
        'Record types',
        'Pairing',
        'Outcome matrix',
        'Texts',
        'Time',
        'Subagents',
        'Background work',
        'Branches, compaction, copies',
        'Usage',
        'What the log does not say',
      ]),
    );
  });

  it('names every type, attachment and notice that the reader knows', () => {
    expect(missing([...IGNORED_TYPES.keys(), ...OWN_TYPES, ...CONTEXT_ATTACHMENTS, ...SYSTEM_NOTICES])).toEqual([]);
  });

  it('names every text rule, in the order in which they are tried', () => {
    const codes = [...new Set(TEXT_RULES.map(({ code }) => code))];
    expect(missing(codes)).toEqual([]);
    const table = text.slice(text.indexOf('## Texts'), text.indexOf('## Time'));
    const rows = codes.map((code) => table.indexOf(`\`${code}\``));
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  });

  it('names hook attachments that the reader takes for hooks', () => {
    const named = [...text.matchAll(/`(hook_[a-z_]+|async_hook_response)`/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !isHookAttachment(name) && name !== 'hook_progress')).toEqual([]);
  });

  it('points to files that exist', () => {
    const paths = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path]) => path ?? '');
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const own = [...`${text}${readme}`.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name]) => name ?? '');
    expect(own.filter((name) => !existsSync(join(ROOT, FOLDER, name)))).toEqual([]);
  });
});
