// Checks Toolscope itself: its own runtime and tool server, started for the check.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoTools } from '../demo/demo-tools.ts';
import { startRapServer } from '../http/server.ts';
import { checkRuntimeDriver } from './check-runtime.ts';
import { checkTool } from './check-tool.ts';
import type { Finding } from './finding.ts';
import { httpDriver, toolscopeRoutes } from './runtime-driver.ts';

/** Calls that produce every shape of a result. */
const CALLS = [
  { operation: 'status', arguments: { app: 'shop' } },
  { operation: 'deploy', arguments: { app: 'shop', environment: 'staging' } },
  { operation: 'watch', arguments: { app: 'shop', events: 2 } },
  { operation: 'rollback', arguments: { app: 'shop' } },
  // Asks a question, answered with the default.
  { operation: 'deploy', arguments: { app: 'shop', environment: 'production' } },
  { operation: 'connect', arguments: {} },
  // Longer than the kit watches, so that it is cancelled.
  { operation: 'watch', arguments: { app: 'shop', events: 20 } },
];

async function checkOwnRuntime(onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'toolscope-check-'));
  const server = await startRapServer({
    dataFolder,
    port: 0,
    allow: ['loopback'],
    // Low enough to be reached soon.
    limits: { callbackRate: { burst: 200, perSecond: 10 } },
  });
  try {
    const { database } = server.runtime.store;
    const driver = {
      ...httpDriver(toolscopeRoutes(server.url)),
      // A full disk, as far as SQLite can tell.
      breakStorage: () => {
        database.exec('PRAGMA max_page_count = 1');
        return Promise.resolve(() => Promise.resolve(database.exec('PRAGMA max_page_count = 1073741823')));
      },
    };
    return await checkRuntimeDriver(driver, { onFinding });
  } finally {
    await server.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function checkOwnTools(onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const tools = createDemoTools({ stepMs: 150 });
  try {
    return await checkTool(await tools.listen(), { calls: CALLS, onFinding });
  } finally {
    await tools.close(0);
  }
}

export async function checkSelf(onFinding: (finding: Finding) => void = () => undefined): Promise<Finding[]> {
  return [...(await checkOwnRuntime(onFinding)), ...(await checkOwnTools(onFinding))];
}
