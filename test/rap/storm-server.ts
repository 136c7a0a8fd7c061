// The process that the storm kills: a RAP server on a fixed port and folder.
import { startRapServer } from '../../src/rap/http/server.ts';

const [folder = '', port = '0'] = process.argv.slice(2);
const server = await startRapServer({
  dataFolder: folder,
  port: Number(port),
  limits: { callbackRate: { burst: 1e9, perSecond: 1e9 } },
});
process.stdout.write(`ready ${server.url}\n`);
