// Saves a session, to give away or as a trace: links at its head, and the same in the palette.

import type { ComponentChildren } from 'preact';
import { api } from '../state/api.ts';
import type { KeyBinding } from '../state/keys.ts';
import type { SessionName } from './session-state.ts';

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

const SHARE = 'Share as one HTML file';

function shareAddress({ agent, session }: SessionName): string {
  return api.url('sessionShare', { parts: { agent, session }, query: {} });
}

export function ExportLinks({ name }: { readonly name: SessionName }): ComponentChildren {
  return (
    <>
      <a
        href={shareAddress(name)}
        download=""
        title="One file with the verdict, what was said and every call, readable without Toolscope. Secrets and personal names are masked."
        aria-label={SHARE}
      >
        share
      </a>{' '}
      or save as{' '}
      {FORMATS.map(({ format, name: called, does, title }, at) => [
        at === 0 ? '' : ' or ',
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
    </>
  );
}

/** A link that is followed at once: the server says that it is to be saved, and under which name. */
function save(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export function exportBindings(name: SessionName): KeyBinding[] {
  return [
    { keys: [], does: SHARE, words: 'export download html', run: () => save(shareAddress(name)) },
    ...FORMATS.map(({ format, does }) => ({
      keys: [],
      does,
      words: 'export download',
      run: () => save(addressOf(name, format)),
    })),
  ];
}
