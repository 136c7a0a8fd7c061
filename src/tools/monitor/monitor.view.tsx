// View of a monitor: what it watches, and its background work.

import { formatMs } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { BackgroundThread } from '../../ui/view/background-thread.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { MonitorInput, MonitorStarted } from './monitor.ts';

export const view = defineView<MonitorInput, MonitorStarted>((props) => {
  const { input, result } = props;
  const started = result?.kind === 'started' ? result : null;
  const timeoutMs = started === null ? (input?.timeoutMs ?? null) : started.timeoutMs;
  const isPersistent = started?.persistent ?? input?.persistent ?? false;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        {input?.description !== null && <span class="ts-view__lead">{input?.description}</span>}
        {isPersistent && <Badge>until it is stopped</Badge>}
        {timeoutMs !== null && !isPersistent && <Badge>at most {formatMs(timeoutMs)}</Badge>}
      </div>
      {input !== null && input.command !== null && (
        <CodeBlock title="Each line it writes is an event" language="bash" text={input.command} />
      )}
      <Facts
        facts={[
          ['socket', input?.socket?.url],
          ['protocols', input?.socket?.protocols.join(', ')],
        ]}
      />
      {started === null ? <UntypedResult view={props} /> : <BackgroundThread view={props} taskId={started.taskId} />}
    </ViewFrame>
  );
});
