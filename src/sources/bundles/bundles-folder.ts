// The folder for bundles dropped on the dashboard: one of Toolscope's own, each bundle under the hash of its content.

import { join } from 'node:path';

export function bundlesFolder(dataFolder: string): string {
  return join(dataFolder, 'bundles');
}
