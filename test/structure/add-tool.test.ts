// Tests the steps of "Adding a tool": in a copy of the sources, one folder and one registry line make a tool known.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const LAYERS = ['base', 'model', 'commands', 'tools'];

const DEFINITION = `// Ringing the bell: RingBell, which only this rehearsal knows.

import { defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseNumber, text } from '../shapes.ts';

interface BellInput {
  readonly bell: string;
  readonly times: number;
}

interface BellRung {
  readonly kind: 'rung';
  readonly rings: number;
}

export const rehearsalBell = defineTool<BellInput, BellRung>({
  id: 'rehearsal-bell',
  title: 'Bell',
  family: 'other',
  dialects: [
    {
      agent: 'claude-code',
      names: ['RingBell'],
      input: shape
        .object({ bell: text, times: looseNumber })
        .transform((raw): BellInput => ({ bell: raw.bell, times: raw.times ?? 1 })),
      structured: [
        {
          kind: 'rung',
          schema: shape.object({ rings: shape.number() }).transform((raw): BellRung => ({ kind: 'rung', ...raw })),
        },
      ],
      text: [],
    },
  ],
  failures: [{ code: 'no-such-bell', blame: 'agent', pattern: /^No such bell/ }],
  facts: ({ result }) => (result === null ? {} : { matches: result.rings }),
  summary: ({ input, result }) => \`\${input?.bell ?? ''} → \${result?.rings ?? 'not'} rung\`,
});
`;

const REGISTRY_LINE = "export { rehearsalBell } from './rehearsal-bell/rehearsal-bell.ts';\n";

/** Runs in the copy: what a call of the new tool becomes. */
const REHEARSAL = `import { generatedFiles } from './tools/generated-files.ts';
import { interpret } from './tools/interpret.ts';
import { lookUp } from './tools/lookup.ts';

const outcome = { verdict: { status: 'ok', rule: 'rehearsal', failure: null }, content: 'Rung.', structured: { rings: 3 } } as const;
const { light } = interpret({ agent: 'claude-code', tool: 'RingBell', input: { bell: 'noon', times: '3' }, outcome });
console.log(
  JSON.stringify({
    found: lookUp('claude-code', 'RingBell').tool.id,
    result: light.result,
    summary: light.summary,
    facts: light.facts,
    problems: light.problems,
    documented: generatedFiles().filter(({ text }) => text.includes('RingBell')).map((file) => file.path),
  }),
);
`;

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(realpathSync(tmpdir()), 'toolscope-rehearsal-'));
  for (const layer of LAYERS) {
    const source = path.join(ROOT, 'src', layer);
    cpSync(source, path.join(copy, 'src', layer), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts') && path.basename(file) !== 'samples',
    });
  }
  writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }');
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
  writeFileSync(path.join(copy, 'src/rehearsal.ts'), REHEARSAL);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function rehearse(): unknown {
  const loader = import.meta.resolve('tsx');
  const output = execFileSync(process.execPath, ['--import', loader, 'src/rehearsal.ts'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

it('makes a tool known by one folder and one registry line, and unknown again without them', () => {
  const folder = path.join(copy, 'src/tools/rehearsal-bell');
  const registry = path.join(copy, 'src/tools/registry.ts');
  const before = readFileSync(registry, 'utf8');
  expect(rehearse()).toMatchObject({ found: 'generic', documented: [] });

  mkdirSync(folder);
  writeFileSync(path.join(folder, 'rehearsal-bell.ts'), DEFINITION);
  writeFileSync(registry, before + REGISTRY_LINE);
  expect(rehearse()).toEqual({
    found: 'rehearsal-bell',
    result: { kind: 'rung', via: 'structured' },
    summary: 'noon → 3 rung',
    facts: { matches: 3 },
    problems: [],
    documented: ['schemas/rehearsal-bell.json', 'docs/tools.md', 'src/tools/tool-types.ts'],
  });

  rmSync(folder, { recursive: true });
  writeFileSync(registry, before);
  expect(rehearse()).toMatchObject({ found: 'generic', documented: [] });
}, 120_000);
