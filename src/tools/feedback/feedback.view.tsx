// View of feedback to the vendor.

import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { inputCut } from '../../ui/view/cuts.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { FeedbackInput, FeedbackSent } from './feedback.ts';

export const view = defineView<FeedbackInput, FeedbackSent>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <Badge tone="info">{input.type}</Badge>
            <span class="ts-view__lead">{input.title}</span>
          </div>
          <Facts
            facts={[
              ['area', input.area],
              ['what went wrong', input.failureMode],
              ['kind of work', input.taskCategory],
            ]}
          />
          {input.details !== '' && <CodeBlock isProse text={input.details} cut={inputCut(props, '/details')} />}
        </>
      )}
      {result?.kind === 'sent' && (
        <div class="ts-view__line">
          <Badge tone={result.success ? 'ok' : 'error'}>{result.success ? 'sent' : 'not sent'}</Badge>
          <span class="ts-view__dim">{result.message}</span>
        </div>
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
