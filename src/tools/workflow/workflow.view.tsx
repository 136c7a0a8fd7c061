// View of a workflow: its script, where it runs, and its background work.

import { Badge } from '../../ui/parts/badge.tsx';
import { Callout } from '../../ui/parts/callout.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { WebLink } from '../../ui/parts/link.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { BackgroundThread } from '../../ui/view/background-thread.tsx';
import { inputCut } from '../../ui/view/cuts.ts';
import { InputValue } from '../../ui/view/input-value.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { OwnFailure } from '../../ui/view/own-failure.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { WorkflowInput, WorkflowLaunched } from './workflow.ts';

type Props = ToolViewProps<WorkflowInput, WorkflowLaunched>;

function Launched({ view, result }: { readonly view: Props; readonly result: WorkflowLaunched }) {
  const { error, warning } = result;
  return (
    <>
      <OwnFailure view={view} message={error} tone="error" title="The script could not be read: nothing runs" />
      {warning !== null && (
        <Callout tone="warn" title="Warning">
          {warning}
        </Callout>
      )}
      <Facts
        facts={[
          ['where', result.where === 'local' ? null : 'on another machine'],
          ['run', result.runId],
          ['kind', result.taskType?.replaceAll('_', ' ')],
          ['summary', result.summary],
          ['transcripts in', result.transcriptDir],
          ['script kept in', result.scriptPath],
          ['session', result.sessionUrl === null ? null : <WebLink url={result.sessionUrl} />],
        ]}
      />
      {error === null && <BackgroundThread view={view} taskId={result.taskId} />}
    </>
  );
}

export const view = defineView<WorkflowInput, WorkflowLaunched>((props) => {
  const { input, result, nested } = props;
  const name = input?.name ?? (result?.kind === 'launched' ? result.name : null);
  return (
    <ViewFrame view={props} hasNested>
      <div class="ts-view__line">
        <span class="ts-view__lead">{name ?? 'Workflow'}</span>
        {input !== null && input.resumesRun !== null && <Badge>continues {input.resumesRun}</Badge>}
      </div>
      {input !== null && (
        <>
          <Facts facts={[['script', input.scriptPath]]} />
          {input.script !== null && (
            <CodeBlock
              title="Script"
              language="javascript"
              startLine={1}
              text={input.script}
              cut={inputCut(props, '/script')}
            />
          )}
          {input.args !== null && input.args !== undefined && <InputValue title="Arguments" value={input.args} />}
        </>
      )}
      {result?.kind === 'launched' && <Launched view={props} result={result} />}
      <OtherResult view={props} />
      {nested}
    </ViewFrame>
  );
});
