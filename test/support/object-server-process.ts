// The server of object storage in a separate process: a test that reads logs blocks until it has answered.

import { ObjectServer } from './object-server.ts';

const server = await ObjectServer.open();

function isStep(message: unknown): message is { readonly step: keyof typeof STEPS; readonly given: readonly string[] } {
  return typeof message === 'object' && message !== null && 'step' in message && 'given' in message;
}

const STEPS = {
  place: async () => server.port,
  keys: async () => [...server.objects.keys()].sort(),
  body: async (key: string) => server.objects.get(key)?.toString('base64') ?? '',
  put: async (key: string, body: string) => void server.objects.set(key, Buffer.from(body, 'base64')),
  drop: async (key: string) => server.objects.delete(key),
  refuse: async (code: string) => {
    server.refuses = code === '' ? undefined : { status: 403, code };
  },
  stop: async () => server.close(),
  start: async (port: string) => server.listen(Number(port)),
};

process.on('message', async (message) => {
  if (!isStep(message)) return;
  const [first = '', second = ''] = message.given;
  process.send?.({ answer: (await STEPS[message.step](first, second)) ?? null });
});
process.on('disconnect', () => process.exit(0));
