// How an agent's work is drawn: what it was asked, what it cost, what it reported, and the calls it made.

import { formatCount, formatMs } from '../../base/units.ts';
import { LineCounts } from '../../ui/diff/line-counts.tsx';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Callout } from '../../ui/parts/callout.tsx';
import { type Fact, Facts } from '../../ui/parts/facts.tsx';
import { WebLink } from '../../ui/parts/link.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { AgentTable } from '../../ui/view/agent-table.tsx';
import { BackgroundThread } from '../../ui/view/background-thread.tsx';
import { inputCut, resultCut } from '../../ui/view/cuts.ts';
import { OwnFailure } from '../../ui/view/own-failure.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { AgentCompleted, AgentInput, AgentResult, AgentStats, AgentUsage } from './result.ts';

type Props = ToolViewProps<AgentInput, AgentResult>;

/** Longer prompts are collapsed: the answer matters more. */
const PROMPT_OPEN_MAX = 600;

function Asked({ view, input }: { readonly view: Props; readonly input: AgentInput }) {
  return (
    <>
      <div class="ts-view__line">
        {input.description !== null && <span class="ts-view__lead">{input.description}</span>}
        {input.agentType !== null && <Badge tone="info">{input.agentType}</Badge>}
        {input.background === true && <Badge>background</Badge>}
        <Facts
          facts={[
            ['name', input.name],
            ['team', input.team],
            ['model', input.model],
            ['effort', input.effort],
            ['isolation', input.isolation],
            ['continues from', input.resumes],
            ['begins with', input.fork],
            ['turns at most', input.maxTurns],
          ]}
        />
      </div>
      {input.prompt !== null && (
        <Section
          title="Prompt"
          facts={`${formatCount(input.prompt.length)} characters`}
          isOpen={input.prompt.length <= PROMPT_OPEN_MAX}
        >
          <CodeBlock isProse text={input.prompt} label="Prompt" cut={inputCut(view, '/prompt')} />
        </Section>
      )}
    </>
  );
}

function usageFacts(usage: AgentUsage | null): readonly Fact[] {
  if (usage === null) return [];
  return [
    ['input', formatCount(usage.inputTokens)],
    ['output', formatCount(usage.outputTokens)],
    ['from cache', formatCount(usage.cacheReadTokens)],
    ['to cache', formatCount(usage.cacheWriteTokens)],
  ];
}

function statFacts(stats: AgentStats | null): readonly Fact[] {
  if (stats === null) return [];
  return [
    ['reads', stats.reads || null],
    ['searches', stats.searches || null],
    ['commands', stats.commands || null],
    ['edits', stats.edits || null],
    ['other calls', stats.others || null],
    [
      'lines',
      stats.linesAdded + stats.linesRemoved > 0 && <LineCounts added={stats.linesAdded} removed={stats.linesRemoved} />,
    ],
  ];
}

function Completed({ view, result }: { readonly view: Props; readonly result: AgentCompleted }) {
  const { models, worktree } = result;
  return (
    <>
      <div class="ts-view__line">
        <Badge tone={result.status === 'completed' ? 'ok' : 'error'}>{result.status}</Badge>
        <Facts
          facts={[
            ['took', result.durationMs === null ? null : formatMs(result.durationMs)],
            ['calls', result.toolCalls === null ? null : formatCount(result.toolCalls)],
            ['tokens', result.tokens === null ? null : formatCount(result.tokens)],
            ['model', models.length > 1 ? models.join(' → ') : result.model],
            ['agent', result.agentId === null ? null : <code>{result.agentId}</code>],
          ]}
        />
      </div>
      <Facts facts={usageFacts(result.usage)} />
      <Facts
        facts={[
          ...statFacts(result.stats),
          ['tools', result.toolsUsed.join(', ')],
          ['worktree', worktree && `${worktree.path}${worktree.branch === null ? '' : ` on ${worktree.branch}`}`],
        ]}
      />
      {result.report !== '' && <MarkdownBlock title="Report" text={result.report} cut={resultCut(view, '/report')} />}
    </>
  );
}

function Outcome({ view, result }: { readonly view: Props; readonly result: AgentResult }) {
  switch (result.kind) {
    case 'completed':
      return <Completed view={view} result={result} />;
    case 'launched':
      return (
        <>
          <Facts
            facts={[
              ['name', result.name],
              ['model', result.model],
              ['output goes to', result.outputPath],
            ]}
          />
          <BackgroundThread view={view} taskId={result.agentId} />
        </>
      );
    case 'remote':
      return (
        <>
          <div class="ts-view__line">
            <Badge tone="info">on another machine</Badge>
            {result.sessionUrl !== null && <WebLink url={result.sessionUrl} />}
          </div>
          <Facts facts={[['output goes to', result.outputPath]]} />
          <BackgroundThread view={view} taskId={result.taskId} />
        </>
      );
    case 'entered':
      return (
        <Callout tone="info" title={result.description ?? 'The session became the agent'}>
          {result.message}
        </Callout>
      );
    case 'teammate':
      return (
        <Facts
          facts={[
            ['joined', result.team],
            ['as', result.name],
            ['type', result.agentType],
            ['model', result.model],
            ['agent', result.agentId],
            ['colour', result.color],
          ]}
        />
      );
    case 'activity':
      return (
        <>
          <Facts
            facts={[
              ['what', result.what],
              ['status', result.status],
            ]}
          />
          <AgentTable agents={result.agents} />
        </>
      );
    case 'refused':
      return <OwnFailure view={view} message={result.message} tone="warn" title="Refused" />;
  }
}

export const view = defineView<AgentInput, AgentResult>((props) => {
  const { input, result, nested } = props;
  return (
    <ViewFrame view={props} hasNested>
      {input !== null && <Asked view={props} input={input} />}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
      {nested}
    </ViewFrame>
  );
});
