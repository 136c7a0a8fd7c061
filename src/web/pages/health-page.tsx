// How well the logs were read: the ledger, unknown records, where logs are, what will be deleted, and sizes.

import type { ComponentChildren } from 'preact';
import type { Health } from '../../api/wire/library.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { BreakablePath } from '../../ui/text/breakable-path.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { ago, dayOf, pathEnd, percent } from '../parts/display-text.ts';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { callsAddress, filterTerm, narrowed, sessionAddress, sessionsAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { status } from '../state/live.ts';
import './section-page.css';

function Card({
  name,
  value,
  more,
}: {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly more?: ComponentChildren;
}): ComponentChildren {
  return (
    <div class="section-page__card">
      <dt>{name}</dt>
      <dd>
        {value}
        {more === undefined ? null : <small>{more}</small>}
      </dd>
    </div>
  );
}

function Cards({ health }: { readonly health: Health }): ComponentChildren {
  const { ledger, logs, sizes } = health;
  return (
    <dl class="section-page__cards">
      <Card
        name="Lines read"
        value={formatCount(ledger.lines)}
        more={ledger.addsUp ? 'all accounted for' : 'the sum is off'}
      />
      <Card
        name="Understood"
        value={formatCount(ledger.observed)}
        more={percent(ledger.lines === 0 ? null : ledger.observed / ledger.lines)}
      />
      <Card name="Left out" value={formatCount(ledger.ignored)} more="for a reason" />
      <Card
        name="Could not be read"
        value={<span class={ledger.problems === 0 ? '' : 'warn-text'}>{formatCount(ledger.problems)}</span>}
      />
      <Card name="Logs" value={formatBytes(logs.bytes)} more={plural(logs.files, 'file')} />
      <Card
        name="Index"
        value={formatBytes(sizes.indexBytes)}
        more={percent(sizes.logBytes === 0 ? null : sizes.indexBytes / sizes.logBytes)}
      />
      <Card
        name="Archive"
        value={sizes.archiveBytes === null ? 'off' : formatBytes(sizes.archiveBytes)}
        more={sizes.archivedBytes === null ? undefined : `of ${formatBytes(sizes.archivedBytes)}`}
      />
    </dl>
  );
}

type Problem = Health['problems'][number];
type Unknown = Health['unknownRecords'][number];
type Tool = Health['undefinedTools'][number];
type Vanishing = Health['vanishing'][number];
type Unreadable = Health['unreadable'][number];

/** The end of a path is the most useful part. */
const LONGEST_PLACE = 44;

const PROBLEMS: readonly Column<Problem>[] = [
  { id: 'code', title: 'Problem', sort: ({ code }) => code, cell: ({ code }) => <code>{code}</code> },
  { id: 'count', title: 'Times', isNumber: true, sort: ({ count }) => count },
  {
    id: 'message',
    title: 'What it means',
    isWide: true,
    isExtra: true,
    cell: ({ message }) => <span title={oneLine(message)}>{oneLine(message)}</span>,
  },
  { id: 'example', title: 'Example', isWide: true, cell: ({ example }) => <Example example={example} /> },
];

function Example({
  example,
}: {
  readonly example: { readonly file: string; readonly line: number } | null;
}): ComponentChildren {
  if (example === null) return <span class="dim">–</span>;
  const place = `${example.file}:${example.line}`;
  const href = api.url('logLine', { query: { file: example.file, line: String(example.line) } });
  return (
    <a href={href} target="_blank" rel="noopener" title={`${place}\nThe line as it is in the log`}>
      <code>
        <BreakablePath path={pathEnd(place, LONGEST_PLACE)} />
      </code>
    </a>
  );
}

const UNKNOWN: readonly Column<Unknown>[] = [
  {
    id: 'what',
    title: 'Record',
    isWide: true,
    sort: ({ what }) => what,
    cell: ({ what }) => (
      <code>
        <BreakablePath path={what} />
      </code>
    ),
  },
  { id: 'agent', title: 'Agent', isExtra: true, sort: ({ agent }) => agent },
  { id: 'count', title: 'Times', isNumber: true, sort: ({ count }) => count },
  { id: 'files', title: 'Files', isNumber: true, isExtra: true, sort: ({ files }) => files },
  { id: 'example', title: 'Example', isWide: true, cell: ({ example }) => <Example example={example} /> },
];

const TOOLS: readonly Column<Tool>[] = [
  { id: 'tool', title: 'Tool', sort: ({ tool }) => tool, cell: ({ tool }) => <code>{toolName(tool)}</code> },
  { id: 'agent', title: 'Agent', isExtra: true, sort: ({ agent }) => agent },
  {
    id: 'calls',
    title: 'Calls',
    isNumber: true,
    sort: ({ calls }) => calls,
    cell: ({ agent, tool, calls }) => (
      <a href={callsAddress(narrowed('toolid:generic', filterTerm('agent', agent), filterTerm('tool', tool)))}>
        {formatCount(calls)}
      </a>
    ),
  },
  { id: 'example', title: 'Example', isWide: true, cell: ({ example }) => <Example example={example} /> },
];

const VANISHING: readonly Column<Vanishing>[] = [
  {
    id: 'session',
    title: 'Session',
    isWide: true,
    sort: ({ title, session }) => title ?? session,
    cell: ({ agent, session, title }) => <a href={sessionAddress(agent, session)}>{oneLine(title ?? session)}</a>,
  },
  { id: 'agent', title: 'Agent', sort: ({ agent }) => agent },
  {
    id: 'when',
    title: 'Deleted',
    isNumber: true,
    sort: ({ at }) => at,
    cell: ({ inDays, at }) => (
      <span title={dayOf(at)}>{inDays === 0 ? 'at the agent’s next start' : `in ${plural(inDays, 'day')}`}</span>
    ),
  },
];

const MOST_VANISHING = 50;
const MOST_UNREADABLE = 50;

/** The system's codes for what nearly always is the reason. */
const REASONS: Readonly<Record<string, string>> = { EACCES: 'permission denied', EPERM: 'permission denied' };

const UNREADABLE: readonly Column<Unreadable>[] = [
  {
    id: 'path',
    title: 'Folder or file',
    isWide: true,
    sort: ({ path }) => path,
    cell: ({ path }) => (
      <code title={path}>
        <BreakablePath path={path} />
      </code>
    ),
  },
  {
    id: 'reason',
    title: 'Why',
    sort: ({ reason }) => reason,
    cell: ({ reason }) => <span title={reason}>{REASONS[reason] ?? oneLine(reason)}</span>,
  },
];

function Part(props: {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}): ComponentChildren {
  return (
    <section>
      <h2>{props.title}</h2>
      {props.note === undefined ? null : <p class="page__note">{props.note}</p>}
      {props.children}
    </section>
  );
}

/** What the process that keeps the index could not do. */
function Troubles(): ComponentChildren {
  const trouble = status.value?.trouble ?? [];
  if (trouble.length === 0) return null;
  return (
    <Part title="Needs attention">
      {trouble.map((text) => (
        <p key={text} class="page__note warn-text">
          {oneLine(text)}
        </p>
      ))}
    </Part>
  );
}

/** Lines that were read although something about them is unusual. */
function remarksOf({ remarks }: Health): string {
  const parts = Object.entries(remarks).map(([code, count]) => `${formatCount(count)} ${code}`);
  return parts.length === 0 ? '' : ` Lines that were read in spite of a flaw: ${parts.join(', ')}.`;
}

function CannotBeRead({ unreadable }: Pick<Health, 'unreadable'>): ComponentChildren {
  if (unreadable.length === 0) return null;
  const more = unreadable.length - MOST_UNREADABLE;
  return (
    <Part
      title="Folders and files that cannot be read"
      note={`Nothing new is read from them.${more > 0 ? ` ${formatCount(more)} more are not listed here.` : ''}`}
    >
      <SortTable
        label="Folders and files that cannot be read"
        name="unreadable"
        columns={UNREADABLE}
        rows={unreadable.slice(0, MOST_UNREADABLE)}
        keyOf={({ path }) => path}
      />
    </Part>
  );
}

function Retention({ health }: { readonly health: Health }): ComponentChildren {
  const { retention, vanishing } = health;
  if (retention.length === 0 && vanishing.length === 0) return null;
  return (
    <Part
      title="Logs due to be deleted"
      note={retention.map(({ agent, days, isSet, key, settings, trouble }) => (
        <span key={settings} title={settings}>
          {agent} deletes logs after {plural(days, 'day')} (
          {isSet ? <code>{key}</code> : `its default; ${key} is not set`}). {trouble === null ? '' : `${trouble} `}
        </span>
      ))}
    >
      {vanishing.length === 0 ? null : (
        <SortTable
          label="Sessions that will vanish"
          name="vanishing"
          columns={VANISHING}
          rows={vanishing.slice(0, MOST_VANISHING)}
          keyOf={({ agent, session }) => `${agent} ${session}`}
        />
      )}
    </Part>
  );
}

export function HealthPage(): ComponentChildren {
  const question = useQuestion((stop) => api.get('health', {}, stop), []);
  return (
    <AskedPage title="Health" question={question}>
      {(health) => (
        <div class="section-page">
          <Troubles />
          <Cards health={health} />
          <Part
            title="Problems"
            note={`Lines that could not be read, or contradict each other. Each is kept; none stops the rest.${remarksOf(health)}`}
          >
            <SortTable
              label="Problems"
              name="problems"
              columns={PROBLEMS}
              rows={health.problems}
              keyOf={({ code }) => code}
              firstSort="count"
              empty={<EmptyState title="None." />}
            />
          </Part>
          <CannotBeRead unreadable={health.unreadable} />
          <Part title="Where Toolscope looks for logs">
            <SortTable
              label="Roots"
              name="roots"
              // Places that are there first: most agents are used by no one who reads this.
              rows={health.roots.toSorted((a, b) => Number(b.present) - Number(a.present))}
              keyOf={({ path }) => path}
              columns={[
                {
                  id: 'path',
                  title: 'Folder',
                  isWide: true,
                  sort: ({ path }) => path,
                  cell: ({ path }) => (
                    <code title={path}>
                      <BreakablePath path={path} />
                    </code>
                  ),
                },
                {
                  id: 'agent',
                  title: 'Agent',
                  isWide: true,
                  sort: ({ agent }) => agent ?? '',
                  cell: ({ agent }) => (agent === null ? '–' : <span title={agent}>{agent}</span>),
                },
                {
                  id: 'present',
                  title: 'Exists',
                  cell: ({ present }) => (present ? 'yes' : <span class="dim">no</span>),
                },
                { id: 'files', title: 'Files', isNumber: true, sort: ({ files }) => files },
              ]}
            />
          </Part>
          <Part title="Records of unknown types" note="Kept and counted; a newer agent may write them.">
            <SortTable
              label="Unknown records"
              name="unknown"
              columns={UNKNOWN}
              rows={health.unknownRecords}
              keyOf={({ agent, what }) => `${agent} ${what}`}
              firstSort="count"
              empty={<EmptyState title="None." />}
            />
          </Part>
          <Part title="Tools without a definition" note="Shown in the generic view.">
            <SortTable
              label="Undefined tools"
              name="tools"
              columns={TOOLS}
              rows={health.undefinedTools}
              keyOf={({ agent, tool }) => `${agent} ${tool}`}
              firstSort="calls"
              empty={<EmptyState title="None." />}
            />
          </Part>
          <Retention health={health} />
          <Part title="Agent versions seen">
            <SortTable
              label="Versions"
              name="versions"
              rows={health.versions}
              keyOf={({ agent, version }) => `${agent} ${version}`}
              columns={[
                { id: 'agent', title: 'Agent', sort: ({ agent }) => agent },
                { id: 'version', title: 'Version', sort: ({ version }) => version },
                {
                  id: 'sessions',
                  title: 'Sessions',
                  isNumber: true,
                  sort: ({ sessions }) => sessions,
                  cell: ({ agent, version, sessions }) => (
                    <a href={sessionsAddress(narrowed(filterTerm('agent', agent), filterTerm('version', version)))}>
                      {formatCount(sessions)}
                    </a>
                  ),
                },
                {
                  id: 'last',
                  title: 'Last',
                  sort: ({ lastAt }) => lastAt ?? 0,
                  cell: ({ lastAt }) => ago(lastAt, Date.now()),
                },
              ]}
            />
          </Part>
        </div>
      )}
    </AskedPage>
  );
}
