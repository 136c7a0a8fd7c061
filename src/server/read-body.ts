// Owns reading what a request brings along, up to a limit.

import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './problem.ts';

export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = new HttpProblem(413, `At most ${mostBytes} bytes are taken.`, { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk = Buffer.from(part);
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
