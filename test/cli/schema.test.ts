// Tests `toolscope schema`: by id, by raw name, the list, and an unknown name.

import { describe, expect, it } from 'vitest';
import { schema } from '../../src/cli/commands/schema.ts';

interface Said {
  readonly status: number | string;
  readonly lines: string[];
}

async function run(...positionals: string[]): Promise<Said> {
  const lines: string[] = [];
  const out = {
    width: 100,
    isTerminal: false,
    paint: (_: string, text: string) => text,
    safe: (text: string) => text,
    line: async (text: string) => void lines.push(text),
    bytes: async () => {},
    note: () => undefined,
    hasSpoken: () => false,
  };
  const status = await schema
    .run({ positionals, options: {}, out })
    .catch((error: Error & { code?: string }) => error.code ?? 'thrown');
  return { status, lines };
}

describe('schema', () => {
  it('prints the schema of a tool by its id and by any raw name', async () => {
    const byId = await run('edit');
    expect(byId.status).toBe(0);
    expect(JSON.parse(byId.lines.join('\n'))).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Edit',
    });
    expect(await run('MultiEdit')).toEqual(byId);
    expect((await run('KillShell')).lines).toEqual((await run('task-stop')).lines);
  });

  it('lists every tool, and says so when there is none of that name', async () => {
    const { lines } = await run();
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.some((line) => line.startsWith('shell '))).toBe(true);
    expect((await run('nothing-like-this')).status).toBe('not-found');
  });
});
