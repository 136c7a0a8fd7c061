// The head of a session's page: its title, its state, and where it comes from.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SessionDetail } from '../../api/wire/session.ts';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { CopyButton } from '../../ui/parts/copy-button.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { ago, allTokens, briefNumber, shortPath, wholeTime } from '../parts/display-text.ts';
import { SessionMenuButton } from '../parts/session-menu.tsx';
import {
  changesAddress,
  filterTerm,
  sessionAddress,
  sessionFilesAddress,
  sessionsAddress,
} from '../state/addresses.ts';
import { chooseAddress } from '../state/compared.ts';
import { marked } from '../state/marks.ts';
import { pageTitle } from '../state/page-title.ts';
import { addressWith } from '../state/route.ts';
import { ExportLinks, Sharing } from './export-trace.tsx';
import './session-head.css';
import type { SessionName } from '../state/addresses.ts';
import { useSecrets } from '../state/use-secrets.ts';
import { NOTHING_NAMED } from './side-pane.tsx';

const STATES: Record<SessionDetail['state']['state'], string> = {
  working: 'Working',
  'waiting-for-permission': 'Waits for permission',
  'waiting-for-answer': 'Waits for an answer',
  idle: 'Idle',
  ended: 'Ended',
};

/** The pane about the session as a whole. */
function aboutAddress(): string {
  return addressWith({ ...NOTHING_NAMED, about: '1' });
}

/** A warning for users about to share the session, or who should replace a leaked secret. */
function SecretsMark({ agent, session }: SessionName): ComponentChildren {
  const found = useSecrets(agent, session)?.secrets.length ?? 0;
  if (found === 0) return null;
  return (
    <li class="session-head__warn" title="Keys, tokens and passwords. Exports mask them; the log has them as they are.">
      <a href={aboutAddress()}>{plural(found, 'secret')} in its log</a>
    </li>
  );
}

function Facts({ detail }: { readonly detail: SessionDetail }): ComponentChildren {
  const { agent, project, model, branch, version, tokens, startedAt, lastAt, state, live, costUsd } = detail;
  const total = allTokens(tokens);
  const problems = detail.problems.length;
  const wrong = detail.sources.filter(({ ledger }) => !ledger.addsUp).length;
  return (
    <ul class="plain-list session-head__facts">
      <li
        class={`session-head__state session-head__state--${live ? state.state : 'ended'}`}
        title={`${state.because} (by ${state.via === 'hooks' ? 'hooks' : 'the log'})`}
      >
        {live ? STATES[state.state] : 'Ended'}
      </li>
      <li>
        <AgentMark agent={agent} />
        <a href={sessionsAddress(filterTerm('agent', agent))}>{agent}</a>
        {version === null ? '' : ` ${oneLine(version)}`}
      </li>
      {project === null ? null : (
        <li title={project}>
          <a href={sessionsAddress(filterTerm('project', project))}>{oneLine(shortPath(project))}</a>
          {branch === null ? '' : ` @ ${oneLine(branch)}`}
        </li>
      )}
      {model === null ? null : <li>{oneLine(model)}</li>}
      {total === 0 ? null : (
        <li
          title={`${formatCount(tokens.input)} in, ${formatCount(tokens.output)} out, ${formatCount(tokens.cacheRead)} read from cache, ${formatCount(tokens.cacheWrite)} written to cache`}
        >
          <a href={aboutAddress()}>{briefNumber(total)} tokens</a>
        </li>
      )}
      {costUsd === null ? null : <li>{costUsd.toFixed(2)} USD</li>}
      {lastAt === null ? null : (
        <li title={wholeTime(lastAt)}>
          {ago(lastAt, Date.now())}
          {startedAt === null || lastAt === startedAt ? '' : ` · ${formatMs(lastAt - startedAt)}`}
        </li>
      )}
      {detail.forkedFrom === null ? null : (
        <li>
          <a href={sessionAddress(agent, detail.forkedFrom)}>forked from another session</a>
        </li>
      )}
      {detail.gone ? <li class="session-head__warn">Its log is gone; this was kept.</li> : null}
      <SecretsMark agent={agent} session={detail.id} />
      {problems + wrong === 0 ? null : (
        <li
          class="session-head__warn"
          title={detail.problems
            .slice(0, 8)
            .map(({ message }) => message)
            .join('\n')}
        >
          <a href={aboutAddress()}>{plural(problems + wrong, 'problem')} in its log</a>
        </li>
      )}
    </ul>
  );
}

/** What can be done with the session. */
function Actions({ detail }: { readonly detail: SessionDetail }): ComponentChildren {
  const { agent, id, resume } = detail;
  return (
    <ul class="plain-list session-head__actions" aria-label="This session">
      <li>
        <a href={sessionFilesAddress(agent, id)} title="Files it read and changed">
          Files
        </a>
      </li>
      <li>
        <a href={changesAddress(agent, id)} title="One diff per file, from before its first change to after its last">
          Changes
        </a>
      </li>
      <li>
        <a href={chooseAddress({ agent, session: id })} title="Compare it with another: choose that from the list">
          Compare…
        </a>
      </li>
      <ExportLinks name={{ agent, session: id }} />
      {resume === null ? null : (
        <li title={resume}>
          Resume <CopyButton text={resume} what="the command that resumes it" />
        </li>
      )}
    </ul>
  );
}

export function SessionHead({
  name,
  detail: loaded,
}: {
  readonly name: SessionName;
  readonly detail: SessionDetail | undefined;
}): ComponentChildren {
  const detail = loaded && marked(loaded);
  const title = oneLine(detail?.title ?? name.session);
  useEffect(() => {
    pageTitle.value = `${title} · Toolscope`;
  }, [title]);
  return (
    <div class="session-head">
      <div class="session-head__title">
        <h1 class="cut" title={title}>
          {title}
        </h1>
        {detail === undefined ? null : <SessionMenuButton session={detail} />}
      </div>
      <div class="session-head__line">
        {detail === undefined ? null : (
          <>
            <Facts detail={detail} />
            <Actions detail={detail} />
          </>
        )}
      </div>
      <Sharing />
    </div>
  );
}
