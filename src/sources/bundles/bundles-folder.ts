// Where bundles are kept that were dropped on the dashboard: in a folder of Toolscope's own, each under the hash of its content.

import { join } from 'node:path';

export function bundlesFolder(dataFolder: string): string {
  return join(dataFolder, 'bundles');
}
