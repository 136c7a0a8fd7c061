// A small tool server for trying things out: pretended deployments, with all shapes of results.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolCall } from '../client/tool-call.ts';
import { ToolError, type ToolOutcome } from '../client/tool-outcome.ts';
import { createToolServer, type ToolServer } from '../client/tool-server.ts';

const APP = { type: 'string', description: 'Name of the app.', minLength: 1, maxLength: 60 };

function diffFor(app: string, environment: string): string {
  const path = `deploy/${app}.${environment}.yaml`;
  return [
    `--- ${path}`,
    `+++ ${path}`,
    '@@ -1,5 +1,6 @@',
    ` name: ${app}`,
    `-version: 1.4.1`,
    `+version: 1.4.2`,
    ` environment: ${environment}`,
    ` replicas: 3`,
    `+readiness: /healthz`,
    ` region: north`,
    '',
  ].join('\n');
}

async function deploy(app: string, environment: string, call: ToolCall, stepMs: number): Promise<ToolOutcome> {
  if (environment === 'production') {
    const choices = ['Deploy now', 'Not today'];
    const selected = await call.requestChoice({ prompt: `Deploy ${app} to production?`, choices, default: 1 });
    if (selected !== 0) throw new ToolError(`the deployment of ${app} was declined. Ask before trying again.`);
  }
  for (const [i, step] of ['build', 'upload', 'switch'].entries()) {
    await call.updateView('deployment', { app, environment, step, done: i, of: 3 });
    await sleep(stepMs, undefined, { signal: call.signal });
  }
  await call.updateView('deployment', { app, environment, step: 'running', done: 3, of: 3 });
  const patch = diffFor(app, environment);
  return {
    text: `Deployment of ${app} 1.4.2 to ${environment} completed. 3 of 3 replicas are running.\n\n${patch}`,
    displayAs: [
      { type: 'diff', content: { path: `deploy/${app}.${environment}.yaml`, patch } },
      { type: 'text', content: `Deployed ${app} 1.4.2 to ${environment}` },
    ],
  };
}

async function report(app: string, events: number, call: ToolCall, stepMs: number): Promise<void> {
  for (let n = 1; n <= events && !call.signal.aborted; n++) {
    await sleep(stepMs, undefined, { signal: call.signal });
    const text = `${app}: ${n * 40} requests served, ${n === events ? 'all replicas healthy' : 'warming up'}.`;
    await call.sendEvent(text, { associative: true, final: n === events });
  }
}

/** Not listening yet. `stepMs`: duration of the pretended work. */
export function createDemoTools({ stepMs = 600 } = {}): ToolServer {
  return createToolServer({
    manifest: {
      name: 'demo-deployments',
      description: 'Deployments that never happen.',
      tools: [
        {
          name: 'status',
          description: 'Tells which version of an app is running.',
          inputSchema: { type: 'object', required: ['app'], properties: { app: APP }, additionalProperties: false },
          annotations: { readOnly: true, idempotent: true },
        },
        {
          name: 'deploy',
          description: 'Deploys an app. Production needs the consent of a person.',
          inputSchema: {
            type: 'object',
            required: ['app', 'environment'],
            properties: { app: APP, environment: { enum: ['staging', 'production'] } },
            additionalProperties: false,
          },
          annotations: { longRunning: true },
        },
        {
          name: 'watch',
          description: 'Reports on a deployment until it is settled.',
          inputSchema: {
            type: 'object',
            required: ['app'],
            properties: { app: APP, events: { type: 'integer', minimum: 1, maximum: 20 } },
            additionalProperties: false,
          },
          annotations: { readOnly: true },
        },
        {
          name: 'rollback',
          description: 'Goes back to the version before. There never is one.',
          inputSchema: { type: 'object', required: ['app'], properties: { app: APP }, additionalProperties: false },
          annotations: { idempotent: true },
        },
        {
          name: 'connect',
          description: 'Connects an account. A person has to sign in first, or would have to if there were one.',
          inputSchema: { type: 'object', additionalProperties: false },
          annotations: { requiresAuth: 'example', idempotent: true },
        },
      ],
    },
    handlers: {
      status: ({ app }) => ({ data: { app, version: '1.4.1', replicas: { running: 3, wanted: 3 } } }),
      deploy: ({ app, environment }, call) => deploy(String(app), String(environment), call, stepMs),
      watch: ({ app, events }, call) => {
        report(String(app), Number(events ?? 3), call, stepMs).catch(() => undefined);
        return { text: `Watching ${String(app)}.`, subscription: true };
      },
      connect: async (_, call) => {
        await call.requestOAuth('https://login.example/authorize?client_id=demo');
        await sleep(stepMs, undefined, { signal: call.signal });
        return 'The account is connected.';
      },
      rollback: ({ app }) => {
        throw new ToolError(
          `there is no earlier version of ${String(app)} to go back to. Deploy one first, then retry.`,
        );
      },
    },
  });
}
