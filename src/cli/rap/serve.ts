// Owns `toolscope rap serve`: the runtime as a server, until it is told to stop.

import { readFileSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { asName, isObject, parseJson } from '../../base/json.ts';
import { startRapServer } from '../../rap/http/server.ts';
import type { Credential } from '../../rap/outbound/credentials.ts';
import type { Invocation } from '../command.ts';
import { dataFolderOf, text, texts, untilStopped, wholeNumber } from './rap-options.ts';

function credentialOf(value: unknown): Credential {
  const base = isObject(value) ? asName(value['base']) : undefined;
  if (!isObject(value) || base === undefined)
    throw new AppError('bad-usage', 'Each credential needs the base address of a tool server.');
  const bearer = asName(value['bearer']);
  const keys = Array.isArray(value['webhookKeys']) ? value['webhookKeys'].filter((key) => typeof key === 'string') : [];
  return { base, webhookKeys: keys, ...(bearer === undefined ? {} : { bearer }) };
}

function readCredentials(path: string | undefined): Credential[] {
  if (path === undefined) return [];
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('path-unreadable', `${path} cannot be read.`, { cause: error });
  }
  const parsed = parseJson(content);
  if (!parsed.ok || !Array.isArray(parsed.value))
    throw new AppError('bad-usage', `${path} must hold a JSON list of {base, bearer, webhookKeys}.`);
  return parsed.value.map(credentialOf);
}

function unmatchedOf(invocation: Invocation): 'refuse' | 'accept' {
  const value = text(invocation, 'unmatched') ?? 'refuse';
  if (value === 'refuse') return 'refuse';
  if (value === '200') return 'accept';
  throw new AppError('bad-usage', '--unmatched is refuse or 200.');
}

export async function serve(invocation: Invocation): Promise<number> {
  const { out } = invocation;
  const port = wholeNumber(invocation, 'port', 65_535);
  const host = text(invocation, 'host');
  const publicUrl = text(invocation, 'public-url');
  const agentToken = asName(process.env['TOOLSCOPE_RAP_TOKEN']);
  const keys = (process.env['TOOLSCOPE_RAP_WEBHOOK_KEYS'] ?? '').split(/\s+/).filter((key) => key !== '');
  const server = await startRapServer({
    dataFolder: dataFolderOf(invocation),
    allow: texts(invocation, 'allow'),
    credentials: readCredentials(text(invocation, 'credentials')),
    webhookKeys: keys,
    requireSignature: invocation.options['require-signature'] === true,
    unmatched: unmatchedOf(invocation),
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(agentToken === undefined ? {} : { agentToken }),
  });
  // Listens for the end before anybody can know that it has begun.
  const stopped = untilStopped();
  await out.line(`RAP runtime on ${out.paint('bold', server.url)}`);
  await out.line(`  register a call   POST ${server.url}/rap/v1/threads/{group_id}/invocations`);
  await out.line(`  read results      GET  ${server.url}/rap/v1/threads/{group_id}/results?wait=30`);
  await out.line(out.paint('dim', 'Stop it with Ctrl-C.'));
  await stopped;
  await server.close();
  return 0;
}
