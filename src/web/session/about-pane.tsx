// The pane about a session as a whole: tokens by model, its logs, and problems in them.

import type { ComponentChildren } from 'preact';
import type { WireProblem } from '../../api/wire/basics.ts';
import type { SessionDetail } from '../../api/wire/session.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { PaneFrame } from '../call/pane-frame.tsx';
import { api, useQuestion } from '../state/api.ts';
import { addressWith } from '../state/route.ts';
import { useSecrets } from '../state/use-secrets.ts';
import './about-pane.css';
import { lastPart } from '../../base/last-part.ts';

/** Filter for calls with known token counts. */
const COUNTED = 'has:tokens';

/** Link to a line of the session's logs. */
function lineAddress(source: number, line: number): string {
  return addressWith({ line: `${source}:${line}`, about: undefined });
}

function Tokens({ detail }: { readonly detail: SessionDetail }): ComponentChildren {
  const { usage, agent, id: session } = detail;
  const question = useQuestion(
    (stop) => api.get('matches', { parts: { agent, session }, query: { filter: COUNTED } }, stop),
    [agent, session],
  );
  if (usage.length === 0) return null;
  const counted = question.state.value.answer?.keys.length ?? 0;
  return (
    <section class="about-pane__tokens">
      <h3>Tokens</h3>
      <DataTable
        label="Tokens by model"
        columns={['Model', 'Messages', 'In', 'Out', 'Read from cache', 'Written to cache']}
        rows={usage.map(({ model, messages, tokens }) => [
          oneLine(model),
          formatCount(messages),
          formatCount(tokens.input),
          formatCount(tokens.output),
          formatCount(tokens.cacheRead),
          formatCount(tokens.cacheWrite),
        ])}
      />
      {counted === 0 ? null : (
        <p class="call-pane__dim">
          <a href={addressWith({ f: COUNTED, about: undefined })}>{plural(counted, 'call')}</a> with a count of its own
        </p>
      )}
    </section>
  );
}

function Logs({ sources }: Pick<SessionDetail, 'sources'>): ComponentChildren {
  return (
    <section>
      <h3>Logs</h3>
      <ul class="plain-list about-pane__list">
        {sources.map(({ number, path, bytes, gone, ledger }) => (
          <li key={number}>
            <span class="about-pane__place" title={path}>
              {oneLine(path)}
            </span>
            <span class="call-pane__dim">
              {plural(ledger.lines, 'line')}, {formatBytes(bytes)}
              {gone ? ', gone: a copy was kept' : ''}
              {ledger.addsUp ? '' : ', and not every line is accounted for'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problem({ problem }: { readonly problem: WireProblem }): ComponentChildren {
  const { message, place, code } = problem;
  return (
    <li>
      <span title={code}>{oneLine(message)}</span>
      {place === null ? null : (
        <a class="about-pane__place" href={lineAddress(place.source, place.line)} title={place.file}>
          {oneLine(lastPart(place.file))}:{place.line}
        </a>
      )}
    </li>
  );
}

function Secrets({ detail }: { readonly detail: SessionDetail }): ComponentChildren {
  const { secrets = [] } = useSecrets(detail.agent, detail.id) ?? {};
  if (secrets.length === 0) return null;
  return (
    <section>
      <h3>Secrets in its log</h3>
      <ul class="plain-list about-pane__list">
        {secrets.map(({ rule, kind, masked, file, source, line, count }) => (
          <li key={`${rule} ${source} ${line} ${masked}`}>
            <span title={rule}>
              {kind} <code>{masked}</code>
              {count === 1 ? '' : `, ${count} times`}
            </span>
            {source === null ? (
              <span class="about-pane__place" title={file}>
                {oneLine(lastPart(file))}:{line}
              </span>
            ) : (
              <a class="about-pane__place" href={lineAddress(source, line)} title={file}>
                {oneLine(lastPart(file))}:{line}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AboutPane({
  detail,
  onClose,
}: {
  readonly detail: SessionDetail;
  readonly onClose: () => void;
}): ComponentChildren {
  const { sources, problems } = detail;
  return (
    <PaneFrame title="About this session" label="About this session" onClose={onClose}>
      {problems.length === 0 ? null : (
        <section>
          <h3>Problems in its log</h3>
          <ul class="plain-list about-pane__list">
            {problems.map((problem, i) => (
              <Problem key={i} problem={problem} />
            ))}
          </ul>
        </section>
      )}
      <Secrets detail={detail} />
      <Tokens detail={detail} />
      <Logs sources={sources} />
    </PaneFrame>
  );
}
