// Owns how a call of a tool nobody has defined is drawn: what was asked, and what came back, as they are.

import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { ContentBlocks } from '../../ui/view/content-blocks.tsx';
import { contentCut, resultCut } from '../../ui/view/cuts.ts';
import { InputValue } from '../../ui/view/input-value.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { GenericResult } from './generic.ts';

export const view = defineView<unknown, GenericResult>((props) => {
  const { input, result, text, blocks, bodies } = props;
  return (
    <ViewFrame view={props}>
      <InputValue value={input} />
      {result?.kind === 'value' && (
        <>
          <JsonTree title="Result" label="Result" value={result.value} />
          {text !== '' && <CodeBlock title="What the model saw" text={text} cut={contentCut(props)} />}
          <ContentBlocks blocks={blocks} bodies={bodies} withoutText />
        </>
      )}
      {result?.kind === 'text' &&
        (blocks.length > 0 ? (
          <ContentBlocks blocks={blocks} bodies={bodies} />
        ) : (
          <CodeBlock title="Result" text={result.text} cut={resultCut(props, '/text')} />
        ))}
      {result?.kind !== 'value' && result?.kind !== 'text' && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
