// The servers that the RAP benchmark compares: the built one, and bare ones that only write the body and fsync it.
// Usage: node rap-server.mjs ours|bare-async|bare-sync <folder> <calls>
import { closeSync, fdatasync, fdatasyncSync, openSync, writev, writevSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [mode = 'ours', folder = '.', calls = '1000'] = process.argv.slice(2);
const GROUPS = 100;

/** Reports to the parent where to send, and what. */
function ready(targets, port) {
  const before = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before);
    process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.resourceUsage().maxRSS / 1024 });
  });
  process.send?.({ port, targets });
}

async function startOurs() {
  const { startRapServer } = await import('../../dist/rap/http/server.js');
  const server = await startRapServer({
    dataFolder: folder,
    port: 0,
    limits: { callbackRate: { burst: 1e9, perSecond: 1e9 } },
  });
  const registered = await Promise.all(
    Array.from({ length: Number(calls) }, (_, n) =>
      server.runtime.register(`group_${n % GROUPS}`, {
        operation: 'bench',
        arguments: {},
        id: `call_${n}`,
        send: false,
      }),
    ),
  );
  const targets = registered.map(({ groupId, id, invocation }) => ({
    path: new URL(invocation.callback_url).pathname,
    group: groupId,
    id,
  }));
  ready(targets, Number(new URL(server.url).port));
}

/** Bodies that arrive during one fsync share the next one. */
function startBare(isSync) {
  const file = openSync(join(folder, 'bodies'), 'a');
  let waiting = [];
  let isBusy = false;
  const answer = (batch) => {
    for (const { response } of batch) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 11 });
      response.end('{"ok":true}');
    }
  };
  const flush = () => {
    const batch = waiting;
    waiting = [];
    const bodies = batch.map(({ body }) => body);
    if (isSync) {
      isBusy = false;
      writevSync(file, bodies);
      fdatasyncSync(file);
      answer(batch);
      return;
    }
    writev(file, bodies, () =>
      fdatasync(file, () => {
        answer(batch);
        isBusy = false;
        if (waiting.length > 0) schedule();
      }),
    );
  };
  const schedule = () => {
    if (isBusy) return;
    isBusy = true;
    setImmediate(flush);
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      waiting.push({ body: Buffer.concat(chunks), response });
      schedule();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const targets = Array.from({ length: Number(calls) }, (_, n) => ({
      path: `/rap/v1/callback/${'x'.repeat(44)}`,
      group: `group_${n % GROUPS}`,
      id: `call_${n}`,
    }));
    ready(targets, server.address().port);
  });
  process.on('exit', () => closeSync(file));
}

if (mode === 'ours') await startOurs();
else startBare(mode === 'bare-sync');
