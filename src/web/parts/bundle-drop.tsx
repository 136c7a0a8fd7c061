// Bundles dropped on the page: uploaded to the server, which checks them, then opened like any session.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { errorOf } from '../../api/client.ts';
import type { BundleTaken } from '../../api/wire/share.ts';
import { sessionAddress } from '../state/addresses.ts';
import { api, ask } from '../state/api.ts';
import { asError } from '../state/as-error.ts';
import { go } from '../state/route.ts';
import './bundle-drop.css';

type Drop = { readonly state: 'none' | 'over' | 'sending' } | { readonly state: 'refused'; readonly why: string };

const drop = signal<Drop>({ state: 'none' });

/** How long indexing of an uploaded session may take. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 200;

async function untilRead(agent: string, session: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const found = await api.get('session', { parts: { agent, session } }).catch(() => undefined);
    if (found !== undefined) return;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

async function send(file: File): Promise<void> {
  drop.value = { state: 'sending' };
  try {
    const headers = { 'content-type': 'application/zip' };
    const reply = await ask(api.url('bundleUpload', {}), { method: 'POST', headers, body: file });
    if (!reply.ok) throw await errorOf(reply);
    const { sessions }: BundleTaken = await reply.json();
    const [first] = sessions;
    if (first !== undefined) {
      await untilRead(first.agent, first.session);
      go(sessionAddress(first.agent, first.session));
    }
    drop.value = { state: 'none' };
  } catch (error) {
    drop.value = { state: 'refused', why: asError(error).message };
  }
}

/** From the palette: opens a file dialog. */
export function chooseBundle(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.zip';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) send(file);
  });
  input.click();
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

export function BundleDrop(): ComponentChildren {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (drop.value.state !== 'sending') drop.value = { state: 'over' };
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null && drop.value.state === 'over') drop.value = { state: 'none' };
    };
    const dropped = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined && drop.value.state !== 'sending') send(file);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', dropped);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', dropped);
    };
  }, []);
  const now = drop.value;
  if (now.state === 'none') return null;
  return (
    <div class="bundle-drop" role="status">
      {now.state === 'over' ? 'Drop a bundle here to look at its session.' : null}
      {now.state === 'sending' ? 'Taking in the bundle…' : null}
      {now.state === 'refused' ? (
        <>
          {now.why}{' '}
          <button type="button" class="button" onClick={() => (drop.value = { state: 'none' })}>
            Close
          </button>
        </>
      ) : null}
    </div>
  );
}
