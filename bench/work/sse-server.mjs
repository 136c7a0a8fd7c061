// The measured server of the event stream: the dashboard's, following a folder. Usage: node sse-server.mjs <data> <logs>
import { FollowedLibrary } from '../../dist/server/followed-library.js';
import { startServer } from '../../dist/server/server.js';

const [folder = '.', logs = '.'] = process.argv.slice(2);
const library = await FollowedLibrary.open({ folder, places: [logs], archive: false });
await library.ready;
const server = await startServer({ library, port: 0, access: 'open-to-local-users', hub: { mostClients: 100_000 } });
let before = process.cpuUsage();
process.on('message', (what) => {
  const { user, system } = process.cpuUsage(before);
  if (what === 'begin') before = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.resourceUsage().maxRSS / 1024 });
});
process.send?.({ url: server.url });
