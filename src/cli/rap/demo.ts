// `toolscope rap demo`: everything on one machine, deleted when it stops.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '../../rap/demo/start-demo.ts';
import type { Invocation } from '../command.ts';
import { textOption } from '../option-values.ts';
import { untilStopped } from '../until-stopped.ts';
import { wholeNumber } from './rap-options.ts';

export async function demo(invocation: Invocation): Promise<number> {
  const { out } = invocation;
  const kept = textOption(invocation, 'data');
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'toolscope-demo-'));
  try {
    const running = await startDemo({ dataFolder: folder, port: wholeNumber(invocation, 'port', 65_535) ?? 0 });
    // Listens for signals before anyone can know that the demo is running.
    const stopped = untilStopped();
    await out.line(`Open ${out.paint('bold', running.url)} in a browser.`);
    await out.line(
      out.paint('dim', 'A deployment with a diff, a choice, a subscription and an error. Stop it with Ctrl-C.'),
    );
    await stopped;
    await running.close();
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}
