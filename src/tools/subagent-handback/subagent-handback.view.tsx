// How a subagent's handing back is drawn.

import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { inputCut } from '../../ui/view/cuts.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { HandedBack, SubagentHandbackInput } from './subagent-handback.ts';

export const view = defineView<SubagentHandbackInput, HandedBack>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && input.summary !== null && <div class="ts-view__lead">{input.summary}</div>}
      {input !== null && input.message !== null && (
        <MarkdownBlock title="Handed back" text={input.message} cut={inputCut(props, '/message')} />
      )}
      {result?.kind === 'handed-back' && <p class="ts-view__prose ts-view__dim">{result.note}</p>}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
