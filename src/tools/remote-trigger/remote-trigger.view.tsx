// How a call to remote triggers is drawn: what was asked of the service, and its answer.

import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { resultCut } from '../../ui/view/cuts.ts';
import { HttpBadge } from '../../ui/view/http-badge.tsx';
import { InputValue } from '../../ui/view/input-value.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { RemoteTriggerInput, RemoteTriggerResult } from './remote-trigger.ts';

export const view = defineView<RemoteTriggerInput, RemoteTriggerResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <Badge tone="info">{input.action.replaceAll('_', ' ')}</Badge>
            <Facts
              facts={[
                ['trigger', input.triggerId],
                ['session', input.sessionId],
                ['from', input.cursor],
              ]}
            />
          </div>
          {input.body !== null && input.body !== undefined && <InputValue title="Body" value={input.body} />}
        </>
      )}
      {result?.kind === 'answer' ? (
        <>
          <div class="ts-view__line">
            <HttpBadge status={result.httpStatus} />
            {result.summary !== null && <span>{result.summary}</span>}
          </div>
          <CodeBlock title="Answer" language="json" text={result.json} cut={resultCut(props, '/json')} />
        </>
      ) : (
        <UntypedResult view={props} />
      )}
    </ViewFrame>
  );
});
