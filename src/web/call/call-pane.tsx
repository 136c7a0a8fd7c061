// The pane next to the table: one call in six tabs.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CallDetail } from '../../api/wire/call.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { durationBasis, durationText } from '../parts/display-text.ts';
import { Unanswered } from '../parts/states.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import { type CallName, callParts } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { useKeys } from '../state/keys.ts';
import { knownSecrets } from '../state/use-secrets.ts';
import { CallInput, CallResult, CallStructured } from './call-bodies.tsx';
import './call-pane.css';
import { CallPreview } from './call-preview.tsx';
import { CallRaw } from './call-raw.tsx';
import { CallTiming } from './call-timing.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { PaneClose } from './pane-close.tsx';

type TabId = 'preview' | 'input' | 'result' | 'structured' | 'timing' | 'raw';

/** The chosen tab stays for the next call. */
const tab = signal<TabId>('preview');

interface CallPaneProps {
  readonly call: CallName;
  /** Changes with the call, which is then loaded again. */
  readonly state: string;
  /** Calls made by this one. */
  readonly nested: ComponentChildren;
  readonly onClose: () => void;
}

const TABS: readonly Tab<TabId>[] = [
  { id: 'preview', title: 'Preview' },
  { id: 'input', title: 'Input' },
  { id: 'result', title: 'Result' },
  { id: 'structured', title: 'Structured' },
  { id: 'timing', title: 'Timing' },
  { id: 'raw', title: 'Raw' },
];

/** An empty tab is dimmed. */
function tabsFor({ bodies }: CallDetail): readonly Tab<TabId>[] {
  const hasStructured = bodies !== null && bodies.structured !== null && bodies.structured !== undefined;
  return TABS.map((one) => (one.id === 'structured' ? { ...one, isQuiet: !hasStructured } : one));
}

function Panel({
  detail,
  nested,
}: {
  readonly detail: CallDetail;
  readonly nested: ComponentChildren;
}): ComponentChildren {
  switch (tab.value) {
    case 'preview':
      return <CallPreview detail={detail} nested={nested} />;
    case 'input':
      return <CallInput detail={detail} />;
    case 'result':
      return <CallResult detail={detail} />;
    case 'structured':
      return <CallStructured detail={detail} />;
    case 'timing':
      return <CallTiming detail={detail} />;
    case 'raw':
      return <CallRaw call={detail} />;
  }
}

/** For users about to share the session, or who should replace a leaked secret. */
function SecretMark({ agent, session, evidence }: CallDetail): ComponentChildren {
  const { places = [] } = knownSecrets(agent, session) ?? {};
  const isIn = evidence.some(({ file, line }) => places.some((place) => place.file === file && place.line === line));
  if (!isIn) return null;
  return (
    <p class="call-pane__warn" title="A key, a token or a password. Exports mask it; the log has it as it is.">
      A secret is in its records.
    </p>
  );
}

function Head({ detail, onClose }: { readonly detail: CallDetail; readonly onClose: () => void }): ComponentChildren {
  const { status, failure, masked, duration, model, turn, problems } = detail;
  const summary = oneLine(detail.summary);
  return (
    <header class="call-pane__head">
      <div class="call-pane__line">
        <h2 class="cut" title={detail.toolTitle}>
          {toolName(detail.tool)}
        </h2>
        <StatusMark status={status} blame={failure?.blame} code={failure?.code} masked={masked?.code} />
        <span class="call-pane__dim" title={durationBasis(duration?.basis, duration?.bound)}>
          {durationText(duration?.ms, duration?.bound)}
        </span>
        <span class="call-pane__actions">
          <CopyMenu call={detail} />
          <PaneClose onClose={onClose} />
        </span>
      </div>
      <p class="cut call-pane__summary" title={summary}>
        {summary}
      </p>
      <p class="call-pane__dim">
        turn {turn}
        {model === null ? '' : ` · ${oneLine(model)}`}
        {detail.from === 'archive' ? ' · log gone, read from the archive' : ''}
        {problems.length === 0 ? '' : ` · ${problems.map(({ message }) => oneLine(message)).join(' ')}`}
      </p>
      <SecretMark {...detail} />
    </header>
  );
}

export function CallPane({ call, state, nested, onClose }: CallPaneProps): ComponentChildren {
  const parts = callParts(call);
  const question = useQuestion((stop) => api.get('call', { parts }, stop), Object.values(parts));
  useEffect(() => {
    question.again();
  }, [state]);
  const { answer } = question.state.value;
  const turnTab = (by: number): void => {
    const at = TABS.findIndex(({ id }) => id === tab.value);
    const next = TABS[(at + by + TABS.length) % TABS.length];
    if (next !== undefined) tab.value = next.id;
  };
  useKeys(
    'Call',
    [
      { keys: [']'], does: 'Next tab of the call', run: () => turnTab(1) },
      { keys: ['['], does: 'Previous tab of the call', run: () => turnTab(-1) },
    ],
    'pane',
  );
  if (answer === undefined) {
    return (
      <section class="call-pane" aria-label="Call">
        <Unanswered question={question} what="Reading the call…" />
      </section>
    );
  }
  return (
    <section class="call-pane" aria-label={`Call: ${toolName(answer.tool)}`}>
      <Head detail={answer} onClose={onClose} />
      <Tabs label="Views of the call" tabs={tabsFor(answer)} chosen={tab.value} onChoose={(id) => (tab.value = id)} />
      {/* Focusable, so that keys can scroll it. */}
      <div
        class="call-pane__panel"
        role="tabpanel"
        id="tab-panel"
        aria-labelledby={`tab-${tab.value}`}
        {...{ tabIndex: 0 }}
      >
        <Panel detail={answer} nested={nested} />
      </div>
    </section>
  );
}
