// Remote tools in the demo: a small tool server on this machine, and a thread that uses it, so that their page has
// something to show and to answer.

import { createDemoTools } from '../../rap/demo/demo-tools.ts';
import { startRun } from '../../rap/demo/start-demo.ts';
import type { MountedRap } from '../../rap/http/mount.ts';

/** Resolves with a function that stops it. */
export async function playRemoteTools({ runtime }: Pick<MountedRap, 'runtime'>): Promise<() => Promise<void>> {
  const tools = createDemoTools();
  const toolset = await tools.listen();
  try {
    await startRun(runtime, toolset);
  } catch (error) {
    await tools.close(0);
    throw error;
  }
  return () => tools.close(0);
}
