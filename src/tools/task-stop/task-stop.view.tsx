// View of stopped background work; work that had already ended is not an error.

import { Badge } from '../../ui/parts/badge.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { TaskStopInput, TaskStopResult } from './task-stop.ts';

export const view = defineView<TaskStopInput, TaskStopResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <span>
          Stop <code>{input?.taskId ?? (result?.kind === 'stopped' ? result.taskId : '')}</code>
        </span>
        {result?.kind === 'stopped' && (
          <>
            <Badge tone={result.success ? 'ok' : 'warn'}>{result.success ? 'stopped' : 'not stopped'}</Badge>
            {result.taskType !== null && <Badge>{result.taskType.replaceAll('_', ' ')}</Badge>}
          </>
        )}
      </div>
      {result?.kind === 'stopped' ? (
        <>
          {result.command !== null && <CodeBlock title="What ran" language="bash" text={result.command} />}
          <div class="ts-view__dim">{result.message}</div>
        </>
      ) : (
        <UntypedResult view={props} />
      )}
    </ViewFrame>
  );
});
