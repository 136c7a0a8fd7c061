// Buttons and palette entries to share a session or to save it as a trace.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { lazyPage } from '../parts/lazy-page.tsx';
import type { SessionName } from '../state/addresses.ts';
import { api } from '../state/api.ts';
import type { KeyBinding } from '../state/keys.ts';

const FORMATS = [
  {
    format: 'perfetto',
    name: 'Perfetto',
    does: 'Save as a trace for Perfetto',
    title: 'Chrome Trace Event JSON, for ui.perfetto.dev and chrome://tracing',
  },
  {
    format: 'otlp',
    name: 'OTLP',
    does: 'Save as a trace in OTLP',
    title: 'OTLP/JSON with the conventions of OpenTelemetry, for Jaeger, Tempo and other collectors',
  },
] as const;

type Format = (typeof FORMATS)[number]['format'];

function addressOf({ agent, session }: SessionName, format: Format): string {
  return api.url('sessionTrace', { parts: { agent, session }, query: { format } });
}

const SHARE = 'Share this session';

const ShareDialog = lazyPage(async () => (await import('./share-dialog.tsx')).ShareDialog);
/** The session in the share dialog. */
const sharing = signal<SessionName | undefined>(undefined);

/** The share dialog, while it is open. */
export function Sharing(): ComponentChildren {
  const name = sharing.value;
  if (name === undefined) return null;
  return <ShareDialog name={name} onClose={() => (sharing.value = undefined)} />;
}

/** Items of a list of actions. */
export function ExportLinks({ name }: { readonly name: SessionName }): ComponentChildren {
  return (
    <>
      <li>
        <button
          type="button"
          class="text-button session-head__link"
          title="As one file to give away. What would be masked is shown first."
          onClick={() => (sharing.value = name)}
        >
          Share…
        </button>
      </li>
      <li>
        Save as{' '}
        {FORMATS.map(({ format, name: called, does, title }, at) => [
          at === 0 ? '' : ', ',
          <a
            key={format}
            href={addressOf(name, format)}
            download=""
            title={`${title}. Without inputs and results, but with summaries of calls; secrets and personal names are masked.`}
            aria-label={does}
          >
            {called}
          </a>,
        ])}
      </li>
    </>
  );
}

/** Follows a link at once: the server makes it a download, with a file name. */
function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export function exportBindings(name: SessionName): KeyBinding[] {
  return [
    {
      keys: [],
      does: SHARE,
      words: 'export download html markdown bundle redact mask secrets',
      run: () => (sharing.value = name),
    },
    ...FORMATS.map(({ format, does }) => ({
      keys: [],
      does,
      words: 'export download',
      run: () => save(addressOf(name, format)),
    })),
  ];
}
