// Tests that the program uses a configuration with own tools and formats, follows its changes, and survives a broken one.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';

beforeAll(buildProgram, 300_000);

const CLOCKWORK = `export default {
  formats: [
    {
      agent: 'clockwork',
      recognise: (record) => record.by === 'clockwork',
      session: (record) => record.run,
      read: ({ ask, said, id }) =>
        ask ? [{ kind: 'request', id, name: ask }] : [{ kind: 'result', id, content: said }],
    },
  ],
  tools: [{ id: 'chime', names: ['chime', 'mcp__clocks__wind'], summary: 'chimed: {text}' }],
};`;

function logs(): string {
  const log = new ClaudeLog();
  log.prompt('go');
  log.call('toolu_1', 'mcp__clocks__wind', { clock: 'tower' });
  log.result('toolu_1', 'wound', { isError: false });
  const own = [
    { by: 'clockwork', run: 'r1', id: 'c1', ask: 'chime' },
    { by: 'clockwork', run: 'r1', id: 'c1', said: 'thrice' },
  ];
  return folderWith({
    'a/11111111-2222-4333-8444-555555555555.jsonl': log.text(),
    'b/run.jsonl': own.map((record) => `${JSON.stringify(record)}\n`).join(''),
  });
}

it('reads by the configuration, again when it changes, and without it when it is broken', async () => {
  const folder = logs();
  const settings = newFolder();
  const config = join(settings, 'toolscope.config.mjs');
  const env = { TOOLSCOPE_HOME: newFolder(), TOOLSCOPE_ROOTS: folder, TOOLSCOPE_CONFIG: config };
  const ask = async (): Promise<{ calls: string[]; stderr: string }> => {
    const { stdout, stderr } = await toolscope(['calls', '--json'], { env });
    const calls = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { calls: calls.map(({ agent, toolId, summary }) => `${agent} ${toolId} ${summary}`).sort(), stderr };
  };
  writeFileSync(config, CLOCKWORK);
  expect((await ask()).calls).toEqual(['claude-code chime chimed: wound', 'clockwork chime chimed: thrice']);
  writeFileSync(config, CLOCKWORK.replaceAll('chimed', 'rang'));
  expect((await ask()).calls).toEqual(['claude-code chime rang: wound', 'clockwork chime rang: thrice']);
  writeFileSync(config, CLOCKWORK.replace("id: 'chime'", "id: 'shell'"));
  const broken = await ask();
  expect(broken.calls[0]).toMatch(/^claude-code mcp /);
  expect(broken.stderr).toContain(`${config}: tools.0.id: shell is the id of a tool that is known already.`);
}, 120_000);

it('reads inspected files by it, and says what a file that is not there means', async () => {
  const folder = logs();
  const config = join(newFolder(), 'toolscope.config.json');
  const env = { TOOLSCOPE_HOME: newFolder(), TOOLSCOPE_CONFIG: config };
  const missing = await toolscope(['inspect', '--json', join(folder, 'a')], { env });
  expect(missing.stderr).toContain(`${config} cannot be read.`);
  expect(missing.stdout).toContain('"toolId":"mcp"');
  writeFileSync(
    config,
    JSON.stringify({ tools: [{ id: 'wind', names: ['mcp__clocks__*'], summary: 'wind {input.clock}' }] }),
  );
  const read = await toolscope(['inspect', '--json', join(folder, 'a')], { env });
  expect(read.stderr).toBe('');
  expect(read.stdout).toContain('"toolId":"wind"');
  expect(read.stdout).toContain('"summary":"wind tower"');
}, 120_000);

const WIND = `import { names } from './names.ts';
interface Tool { id: string; names: readonly string[] }
const wind: Tool = { id: 'wind', names };
export default { tools: [wind] };
`;

it('loads TypeScript on every version of Node, with what it imports', async () => {
  const settings = newFolder();
  const config = join(settings, 'toolscope.config.ts');
  writeFileSync(config, WIND);
  writeFileSync(join(settings, 'names.ts'), "export const names: string[] = ['mcp__clocks__wind'];");
  const env = { TOOLSCOPE_HOME: newFolder(), TOOLSCOPE_CONFIG: config };
  const { stdout, stderr } = await toolscope(['inspect', '--json', join(logs(), 'a')], { env });
  expect(stderr).toBe('');
  expect(stdout).toContain('"toolId":"wind"');
}, 120_000);

it.each([
  [
    'ts',
    'const a: number = 1;\nexport default { tools: [{ id: "a" names: [] }] };',
    ':2:36: Unexpected token, expected ","',
  ],
  ['mjs', 'const a = 1;\nexport default { tools: [{ id: "a" names: [] }] };', ':2:36: Unexpected token, expected ","'],
  ['json', '{\n  "tools": [}\n}', ':2:13: '],
  ['mjs', 'const a = null;\n\nexport default { tools: [a.b] };', ":3: Cannot read properties of null (reading 'b')"],
  [
    'ts',
    'const a: any = null;\n\nexport default { tools: [a.b] };',
    ":3: Cannot read properties of null (reading 'b')",
  ],
  ['mjs', "import './not-there.mjs';\nexport default {};", ': Cannot find module'],
])(
  'says where a configuration in %s is broken, and goes on without it: %s',
  async (ending, text, fault) => {
    const config = join(newFolder(), `toolscope.config.${ending}`);
    writeFileSync(config, text);
    const env = { TOOLSCOPE_HOME: newFolder(), TOOLSCOPE_CONFIG: config };
    const { stdout, stderr, status } = await toolscope(['inspect', '--json', join(logs(), 'a')], { env });
    expect(stderr).toContain(`${config}${fault}`);
    expect(stderr).toContain('Continuing without it');
    expect(stdout).toContain('"toolId":"mcp"');
    expect(status).toBe(0);
  },
  120_000,
);

it('keeps no archive where the settings say so, and tells what is wrong with them', async () => {
  const home = newFolder();
  const settings = join(home, 'settings.json');
  const index = () => toolscope(['index', '--root', logs()], { env: { TOOLSCOPE_HOME: home } });
  writeFileSync(settings, JSON.stringify({ archive: false, prices: { mine: { input: 'much' } }, later: 1 }));
  const { stderr, status } = await index();
  expect(status).toBe(0);
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    'settings.json: prices.mine.input must be a number, 0 or more; prices.mine.output is missing. Continuing without that.',
  );
  expect(existsSync(join(home, 'archive.sqlite'))).toBe(false);
  writeFileSync(settings, '{}');
  expect((await index()).stderr).not.toContain('settings.json');
  expect(existsSync(join(home, 'archive.sqlite'))).toBe(true);
});
