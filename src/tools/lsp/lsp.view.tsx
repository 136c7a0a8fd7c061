// How a question to a language server is drawn.

import { plural } from '../../base/units.ts';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { resultCut } from '../../ui/view/cuts.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { LspAnswer, LspInput } from './lsp.ts';

export const view = defineView<LspInput, LspAnswer>((props) => {
  const { input, result, links } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <span class="ts-view__lead">{input.operation}</span>
          <FilePath path={input.path} links={links} />
          <Facts
            facts={[
              ['line', input.line],
              ['column', input.character],
              ['query', input.query],
            ]}
          />
        </div>
      )}
      {result?.kind === 'answer' && (
        <CodeBlock
          title="Answer"
          facts={
            <>
              {result.results !== null && <span>{plural(result.results, 'result')}</span>}
              {result.files !== null && <span>{plural(result.files, 'file')}</span>}
            </>
          }
          text={result.text}
          cut={resultCut(props, '/text')}
        />
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
