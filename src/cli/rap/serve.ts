// `toolscope rap serve`: the runtime as a server, until it is stopped.

import { checkExposure } from '../../rap/http/mount.ts';
import { startRapServer } from '../../rap/http/server.ts';
import { loadToken, tokenPath } from '../../server/auth/token-file.ts';
import type { Invocation } from '../command.ts';
import { textOption } from '../option-values.ts';
import { untilStopped } from '../until-stopped.ts';
import { dataFolderOf, wholeNumber } from './rap-options.ts';
import { runtimeOptions } from './runtime-options.ts';

export async function serve(invocation: Invocation): Promise<number> {
  const { out } = invocation;
  const port = wholeNumber(invocation, 'port', 65_535);
  const host = textOption(invocation, 'host');
  const dataFolder = dataFolderOf(invocation);
  const options = runtimeOptions(invocation, { hasPerson: false });
  checkExposure(host ?? '127.0.0.1', options);
  const isOpen = invocation.options['open-to-local-users'] === true;
  const server = await startRapServer({
    dataFolder,
    ...(isOpen ? {} : { agentToken: loadToken(dataFolder) }),
    ...options,
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
  });
  // Listens for signals before anyone can know that the server is running.
  const stopped = untilStopped();
  await out.line(`RAP runtime on ${out.paint('bold', server.url)}`);
  await out.line(`  register a call   POST ${server.url}/rap/v1/threads/{group_id}/invocations`);
  await out.line(`  read results      GET  ${server.url}/rap/v1/threads/{group_id}/results?wait=30`);
  if (!isOpen && options.agentToken === undefined)
    await out.line(`  agents send       Authorization: Bearer <the token in ${tokenPath(dataFolder)}>`);
  await out.line(out.paint('dim', 'Stop it with Ctrl-C.'));
  await stopped;
  await server.close();
  return 0;
}
