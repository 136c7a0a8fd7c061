// Tests the views on real logs next to the checkout: whatever is in them can be drawn. Skipped without them.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { viewOf } from '../../src/tools/views.ts';
import type { SampleCall } from '../gallery/sample-calls.ts';
import { viewProps } from '../gallery/view-props.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const PRINTER = join(import.meta.dirname, '../corpus/print-real-calls.ts');

async function* realCalls(): AsyncGenerator<SampleCall> {
  const child = spawn(process.execPath, ['--import', 'tsx', PRINTER, CORPUS], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
}

it.skipIf(!existsSync(CORPUS))(
  'draw real calls',
  async () => {
    const tools = new Set<string>();
    const broken: string[] = [];
    for await (const call of realCalls()) {
      tools.add(call.toolId);
      try {
        renderToString(h(viewOf(call.toolId), viewProps(call)));
      } catch (error) {
        broken.push(`${call.toolId} ${call.name}: ${error}`);
      }
    }
    expect(broken).toEqual([]);
    expect(tools.size).toBeGreaterThan(20);
  },
  600_000,
);
