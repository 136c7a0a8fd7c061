// How an agent's answer in a given shape is drawn.

import { defineView } from '../../ui/tool-view.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { InputValue } from '../../ui/view/input-value.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { OutputResult } from './structured-output.ts';

export const view = defineView<unknown, OutputResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {result?.kind === 'payload' ? (
        <JsonTree title="Answer" label="Answer" value={result.value} />
      ) : (
        <InputValue title="Answer" value={input} />
      )}
      {result?.kind === 'accepted' && <div class="ts-view__dim">{result.message}</div>}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
