// The check that this Node.js is new enough. Old syntax only: it must also load in the versions it turns away.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The lowest version `engines.node` in package.json accepts, as [major, minor]. */
function lowestVersion() {
  const match = /(\d+)(?:\.(\d+))?/.exec(manifest.engines.node);
  return [Number(match[1]), Number(match[2] || 0)];
}

const wanted = lowestVersion();
const current = process.versions.node.split('.').map(Number);
if (current[0] < wanted[0] || (current[0] === wanted[0] && current[1] < wanted[1])) {
  process.stderr.write(
    `toolscope needs Node.js ${wanted.join('.')} or newer, and this is ${process.version}.\n` +
      'Install a newer version (https://nodejs.org, or your version manager), then run the command again.\n',
  );
  process.exit(1);
}
