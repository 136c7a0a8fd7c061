// `toolscope mcp`: answers an agent's questions over standard input and output until the agent has gone.

import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { McpService } from '../../mcp/server.ts';
import { serveOverStdio } from '../../mcp/stdio.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import type { Invocation } from '../command.ts';
import { explain } from '../errors.ts';
import type { LocalQuestions } from '../mcp/local-questions.ts';
import { projectFolder } from '../mcp/project-folder.ts';
import { version } from '../version.ts';

/** Not before the agent has its first answer: it waits for that when it starts. */
const LOOK_AFTER_MS = 150;

function projectOf({ options }: Invocation): string {
  const named = options['project'];
  if (typeof named !== 'string') return projectFolder(process.cwd());
  if (options['all-projects'] === true) throw new AppError('bad-usage', 'Choose one of --project and --all-projects.');
  return resolve(named);
}

async function loadRedactor({ out }: Invocation, paths: readonly string[]): Promise<Redactor> {
  const [{ useConfigFor }, { openRedactor }] = await Promise.all([
    import('../use-config.ts'),
    import('../../redaction/open-redactor.ts'),
  ]);
  await useConfigFor(out);
  return openRedactor({ paths });
}

export async function serveMcp(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const project = projectOf(invocation);
  const onError = (error: unknown): void => out.note(`toolscope: ${explain(error)}`);
  // Loading the index takes longer than answering the handshake.
  let opened: Promise<LocalQuestions> | undefined;
  const local = (): Promise<LocalQuestions> => {
    opened ??= import('../mcp/open-questions.ts').then(({ openQuestions }) => openQuestions(invocation, onError));
    return opened;
  };
  const service = new McpService({
    questions: {
      ask: async (name, parts, query, signal) => (await local()).ask(name, parts, query, signal),
      sql: async (query, folder, limit, signal) => (await local()).sql(query, folder, limit, signal),
    },
    scope: { folder: options['all-projects'] === true ? null : project, project, home: homedir() },
    version: version(),
    openRedactor: () => loadRedactor(invocation, [project, homedir()]),
    onError,
  });
  const look = setTimeout(() => {
    service.prepare().catch(onError);
    local()
      .then((questions) => questions.refresh())
      .catch(onError);
  }, LOOK_AFTER_MS);
  await serveOverStdio(service, onError);
  clearTimeout(look);
  await (await opened)?.close();
  return 0;
}
