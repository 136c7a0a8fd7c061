// The other side of the callback benchmark: many connections, each sending a result and waiting for the whole answer
// before the next.

import { connect } from 'node:net';

const CONNECTIONS = 64;
const BODY_BYTES = 1024;

export interface Target {
  readonly path: string;
  readonly group: string;
  readonly id: string;
}

function requestFor({ path, group, id }: Target): Buffer {
  const empty = JSON.stringify({ type: 'tool_result', group_id: group, id, text: '' });
  const text = 'x'.repeat(Math.max(0, BODY_BYTES - empty.length));
  const body = JSON.stringify({ type: 'tool_result', group_id: group, id, text });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** One connection. */
function drive(port: number, queue: Buffer[], onStatus: (status: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let buffered = '';
    const next = (): void => {
      const request = queue.pop();
      if (request === undefined) {
        socket.end();
        resolve();
      } else socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      const end = buffered.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(buffered)?.[1] ?? 0);
      if (buffered.length < end + 4 + length) return;
      onStatus(buffered.slice(9, 12));
      buffered = '';
      next();
    });
  });
}

/** Sends every result once; returns the time. All have to be accepted. */
export async function deliverAll(port: number, targets: readonly Target[]): Promise<number> {
  const requests = targets.map(requestFor);
  const statuses = new Map<string, number>();
  const started = performance.now();
  const count = (status: string): unknown => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => drive(port, requests, count)));
  const tookMs = performance.now() - started;
  if (statuses.get('200') !== targets.length) throw new Error(`Answers: ${JSON.stringify([...statuses])}`);
  return tookMs;
}
