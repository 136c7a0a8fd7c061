// The pane with all conclusions about a session: turns, time, critical path, waits, cost, context.

import type { ComponentChildren } from 'preact';
import {
  agreementText,
  boundedMs,
  claimText,
  contextText,
  costText,
  endingReason,
  endingText,
  isMarked,
  ruleText,
  usdText,
} from '../../api/insight-text.ts';
import type { SessionInsights } from '../../api/wire/insights.ts';
import { clip } from '../../base/text.ts';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { PaneFrame } from '../call/pane-frame.tsx';
import { allTokens, briefNumber } from '../parts/display-text.ts';
import { ContextCurve } from './context-curve.tsx';
import './insights-pane.css';
import { lastPart } from '../../base/last-part.ts';
import { TimeBar } from './time-bar.tsx';
import { callHere, lineHere } from './verdict.tsx';

interface Named {
  readonly callId: string;
  readonly occurrence: number;
  readonly tool: string;
  readonly summary: string;
}

function CallLink({ call }: { readonly call: Named }): ComponentChildren {
  return (
    <a class="cut insights-pane__call" href={callHere(call)} title={oneLine(call.summary)}>
      {oneLine(call.tool)} {oneLine(call.summary)}
    </a>
  );
}

function Ending({ verdict }: Pick<SessionInsights, 'verdict'>): ComponentChildren {
  const { ending, rule, quote, ref } = verdict.ended;
  return (
    <>
      <p>
        Ended {endingText(ending)}:{' '}
        {ref === null ? endingReason(rule) : <a href={lineHere(ref)}>{endingReason(rule)}</a>}.
      </p>
      {quote === null || quote === '' ? null : <blockquote class="insights-pane__quote">{oneLine(quote)}</blockquote>}
    </>
  );
}

function Failures({ verdict }: Pick<SessionInsights, 'verdict'>): ComponentChildren {
  const { failures, hidden, failureCount } = verdict;
  if (failures.length + hidden.length === 0) return null;
  const rows = [
    ...failures.map((failure) => ['error', failure] as const),
    ...hidden.map((failure) => ['masked', failure] as const),
  ];
  return (
    <Section
      title="Failures not fixed, masked ones among them"
      facts={formatCount(failureCount + hidden.length)}
      isOpen
    >
      <DataTable
        label="Failures"
        columns={['What', 'Whose problem', 'Call', 'Status']}
        rows={rows.map(([fate, failure]) => [
          oneLine(failure.code),
          failure.blame,
          <CallLink key="call" call={failure} />,
          fate,
        ])}
      />
      {failureCount > failures.length ? (
        <p>
          And {plural(failureCount - failures.length, 'failure')} more that were not fixed: the filter Errors shows all.
        </p>
      ) : null}
    </Section>
  );
}

function Claims({ claims }: Pick<SessionInsights, 'claims'>): ComponentChildren {
  if (claims.length === 0) return null;
  return (
    <Section title="What answers said about checks" facts={formatCount(claims.length)} isOpen={claims.some(isMarked)}>
      <DataTable
        label="Statements that checks pass"
        columns={['About', 'Answer', 'What the log has', 'Run']}
        rows={claims.map((claim) => [
          claim.about,
          <a key="answer" class="insights-pane__said" href={lineHere(claim.ref)}>
            “{oneLine(claim.quote)}”
          </a>,
          claimText(claim),
          claim.call === null ? '–' : <CallLink key="call" call={claim.call} />,
        ])}
      />
    </Section>
  );
}

function Turns({ turns }: Pick<SessionInsights, 'turns'>): ComponentChildren {
  return (
    <Section title="Turns" facts={formatCount(turns.length)} isOpen>
      {turns.map(({ turn, asked, activeMs, wallMs, calls, failures, tokens, cost, summary, time }) => (
        <Section
          key={turn}
          title={
            <>
              {turn}. {asked === null ? 'Before any prompt' : clip(oneLine(asked.text), 90)}
            </>
          }
          facts={`${formatMs(activeMs)}${cost.usd === null ? '' : ` · ${usdText(cost.usd)}`}`}
        >
          <p>
            {summary}. {formatMs(activeMs)} active of {formatMs(wallMs)}, {formatCount(calls)} calls,{' '}
            {formatCount(failures)} failed, {briefNumber(allTokens(tokens))} tokens, {costText(cost)}.{' '}
            {asked === null ? null : <a href={lineHere(asked.ref)}>The prompt</a>}
          </p>
          <TimeBar classes={time} />
        </Section>
      ))}
    </Section>
  );
}

function Waits({ waits, path }: Pick<SessionInsights, 'waits' | 'path'>): ComponentChildren {
  const { slowest, longest, hooks, rules } = waits;
  return (
    <>
      <Section title="Critical path" facts={formatMs(path.callMs)}>
        <p>Calls that determined how long the session took: had they been faster, it would have ended sooner.</p>
        <DataTable
          label="Longest steps of the critical path"
          columns={['Time', 'Call']}
          rows={path.slowest.map((step) => [formatMs(step.ms), <CallLink key="call" call={step} />])}
        />
      </Section>
      {slowest.length === 0 ? null : (
        <Section title="Slowest calls">
          <DataTable
            label="Slowest calls"
            columns={['Time', 'Call']}
            rows={slowest.map((call) => [boundedMs(call.ms, call.bound), <CallLink key="call" call={call} />])}
          />
        </Section>
      )}
      {longest.length === 0 ? null : (
        <Section title="Longest waits for a person">
          <DataTable
            label="Longest waits"
            columns={['Time', 'For', 'Call']}
            rows={longest.map((wait) => [
              boundedMs(wait.ms, wait.bound),
              wait.what,
              <CallLink key="call" call={wait} />,
            ])}
          />
        </Section>
      )}
      {rules.length === 0 ? null : (
        <Section title="Waits that a rule would have saved">
          <ul>
            {rules.map((rule) => (
              <li key={rule.rule}>{oneLine(ruleText(rule))}</li>
            ))}
          </ul>
        </Section>
      )}
      {hooks.length === 0 ? null : (
        <Section title="Hooks" facts={formatCount(hooks.length)}>
          <DataTable
            label="Time in hooks"
            columns={['Event', 'Hook', 'Runs', 'Time', 'Longest']}
            rows={hooks.map(({ event, name, command, runs, ms, longestMs }) => [
              oneLine(event),
              oneLine(command ?? name),
              formatCount(runs),
              formatMs(ms),
              formatMs(longestMs),
            ])}
          />
        </Section>
      )}
    </>
  );
}

function Costs({ cost }: Pick<SessionInsights, 'cost'>): ComponentChildren {
  const isEstimate = cost.basis === 'estimate' || cost.basis === 'mixed';
  return (
    <Section title="Cost" facts={cost.usd === null ? '' : usdText(cost.usd)} isOpen>
      <p>
        {costText(cost)}
        {isEstimate ? `, request by request, by prices of ${cost.priceDate} (${cost.priceSource})` : ''}.
        {cost.unknownModels.length === 0
          ? ''
          : ` No price is known for ${cost.unknownModels.map(({ model }) => oneLine(model)).join(', ')}.`}
      </p>
      {cost.agreement === null ? null : <p>{agreementText(cost.agreement)}.</p>}
      <DataTable
        label="Cost by model"
        columns={['Model', 'Cost', 'Requests', 'In', 'Out', 'Cache read', 'Cache written']}
        rows={cost.models.map(({ model, usd, requests, tokens }) => [
          oneLine(model),
          usd === null ? 'not known' : usdText(usd),
          formatCount(requests),
          formatCount(tokens.input),
          formatCount(tokens.output),
          formatCount(tokens.cacheRead),
          formatCount(tokens.cacheWrite),
        ])}
      />
      {cost.threads.length < 2 ? null : (
        <DataTable
          label="Cost by thread"
          columns={['Thread', 'Cost', 'Requests']}
          rows={cost.threads.map(({ thread, usd, requests }) => [
            oneLine(thread),
            usd === null ? 'not known' : usdText(usd),
            formatCount(requests),
          ])}
        />
      )}
    </Section>
  );
}

const FILLS: Readonly<Record<SessionInsights['context']['filledBy'][number]['kind'], string>> = {
  start: 'there at the first request: instructions, tools, first prompt',
  prompt: 'prompts',
  result: 'results of',
  injected: 'text added for the model',
  model: "the model's own words and calls",
  other: 'something else',
};

function ContextPart({ context }: Pick<SessionInsights, 'context'>): ComponentChildren {
  const { filledBy, largest, readTwice } = context;
  return (
    <Section title="Context" facts={contextText(context)} isOpen>
      <ContextCurve context={context} />
      <DataTable
        label="What filled the context"
        columns={['Tokens', 'What', 'How many']}
        rows={filledBy.map(({ kind, toolId, tokens, items }) => [
          formatCount(tokens),
          `${FILLS[kind]}${toolId === null ? '' : ` ${toolId}`}`,
          formatCount(items),
        ])}
      />
      {largest.length === 0 ? null : (
        <DataTable
          label="Largest results"
          columns={['Tokens', 'Largest results']}
          rows={largest.map((result) => [`about ${formatCount(result.tokens)}`, <CallLink key="call" call={result} />])}
        />
      )}
      {readTwice.length === 0 ? null : (
        <DataTable
          label="Read more than once"
          columns={['Times', 'Read again without a change']}
          rows={readTwice.map(({ path, times, calls }) => {
            const last = calls.at(-1);
            const name = <span title={oneLine(path)}>{oneLine(lastPart(path))}</span>;
            return [formatCount(times), last === undefined ? name : <a href={callHere(last)}>{name}</a>];
          })}
        />
      )}
    </Section>
  );
}

export function InsightsPane({
  insights,
  onClose,
}: {
  readonly insights: SessionInsights;
  readonly onClose: () => void;
}): ComponentChildren {
  const { verdict, claims, turns, waits, path, cost, context, time } = insights;
  return (
    <PaneFrame title="What it came to" label="Turns, time, cost and context" onClose={onClose}>
      <div class="insights-pane">
        <Ending verdict={verdict} />
        <TimeBar classes={time.classes} />
        <Failures verdict={verdict} />
        <Claims claims={claims} />
        <Turns turns={turns} />
        <Waits waits={waits} path={path} />
        <Costs cost={cost} />
        <ContextPart context={context} />
      </div>
    </PaneFrame>
  );
}
