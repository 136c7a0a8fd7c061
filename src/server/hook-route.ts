// The address that agents' hooks are sent to: each report becomes a line of the inbox. The answer contains nothing that
// an agent could take for a decision.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HookInput, InputBudget, InputCollector } from '../hooks/hook-input.ts';
import { receiveHook } from '../hooks/receive-hook.ts';
import { HttpProblem } from './problem.ts';
import { partsOf } from './read-body.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export const HOOK_PATH = '/hooks/v1';

const LONGEST_HOOK = 64 * 1024 * 1024;
/** Memory limit for all hooks that are arriving: when many long ones come at once, only their ends are kept. */
const budget = new InputBudget(32 * 1024 * 1024);

async function readWords(request: IncomingMessage): Promise<HookInput> {
  const collector = new InputCollector(budget);
  try {
    for await (const part of partsOf(request, LONGEST_HOOK)) collector.add(part);
    return collector.words();
  } finally {
    collector.close();
  }
}

/** `agent`: empty when the address does not name one. */
export async function takeHook(
  request: IncomingMessage,
  response: ServerResponse,
  agent: string,
  inbox: string,
): Promise<void> {
  if (request.method !== 'POST') throw new HttpProblem(405, 'Use POST.', { allow: 'POST' });
  const at = performance.timeOrigin + performance.now();
  const words = await readWords(request);
  const whose = agent === '' ? {} : { agent };
  const { trouble } = receiveHook(words, { inbox, via: 'http', at, ...whose });
  if (trouble !== null) {
    const isOurs = !['not-json', 'not-an-object', 'no-session', 'empty'].includes(trouble);
    throw new HttpProblem(isOurs ? 500 : 400, `The hook could not be filed (${trouble}).`);
  }
  response.writeHead(204, SECURITY_HEADERS).end();
}
