// View of background work: its state, and its output or answer.

import { formatMs } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Callout } from '../../ui/parts/callout.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { SpilledNote } from '../../ui/text/cut.tsx';
import { TerminalBlock } from '../../ui/text/terminal-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { StateBadge } from '../../ui/view/agent-table.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { ExitBadge } from '../../ui/view/exit-badge.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { BackgroundTask, TaskOutputInput, TaskOutputResult } from './task-output.ts';

type Props = ToolViewProps<TaskOutputInput, TaskOutputResult>;

const RETRIEVALS: Readonly<Record<string, string>> = {
  timeout: 'the wait timed out',
  not_ready: 'it was not ready yet',
};

function Task({ view, task }: { readonly view: Props; readonly task: BackgroundTask }) {
  const { output, result, prompt, error } = task;
  return (
    <>
      <div class="ts-view__line">
        <StateBadge state={task.status} />
        <ExitBadge code={task.exitCode} />
        <Badge>{task.type.replaceAll('_', ' ')}</Badge>
        {task.description !== null && <span>{task.description}</span>}
      </div>
      {error !== null && error !== '' && (
        <Callout tone="error" title="Its error">
          {error}
        </Callout>
      )}
      {prompt !== null && (
        <Section title="Prompt">
          <CodeBlock isProse text={prompt} />
        </Section>
      )}
      {result !== null && result !== '' && (
        <MarkdownBlock title="Answer" text={result} cut={resultCut(view, '/task/result')} />
      )}
      {output !== '' && output !== result && (
        <TerminalBlock title="Output" text={output} cut={resultCut(view, '/task/output')} />
      )}
      {output === '' && (result === null || result === '') && <Empty>It had written nothing.</Empty>}
      <Facts facts={[['the whole output is in', task.outputPath]]} />
    </>
  );
}

export const view = defineView<TaskOutputInput, TaskOutputResult>((props) => {
  const { input, result, bodies } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <span>
            Task <code>{input.taskId}</code>
          </span>
          <span class="ts-view__dim">
            {input.block ? 'waits for its end' : 'only looks'}
            {input.timeoutMs !== undefined && `, at most ${formatMs(input.timeoutMs)}`}
          </span>
          {result?.kind === 'task' && RETRIEVALS[result.retrieval] !== undefined && (
            <Badge tone="warn">{RETRIEVALS[result.retrieval]}</Badge>
          )}
        </div>
      )}
      {result?.kind === 'task' ? (
        result.task === null ? (
          <Empty>{result.retrieval === 'timeout' ? 'It did not end in time.' : 'There is no such task.'}</Empty>
        ) : (
          <Task view={props} task={result.task} />
        )
      ) : (
        <UntypedResult view={props} />
      )}
      {bodies.spilled !== null && <SpilledNote spilled={bodies.spilled} url={bodies.url('spilled')} />}
    </ViewFrame>
  );
});
