// View of a written file: the diff to the previous content, or the whole new file.

import { countLines } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { Changes, changeState } from '../../ui/view/changes.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { OriginalLink } from '../../ui/view/original-link.tsx';
import { Snippet } from '../../ui/view/snippet.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { WriteInput, Written } from './write.ts';

type Props = ToolViewProps<WriteInput, Written>;

/** A new file is easier to read as a file than as a diff of added lines. */
function NewFile({ view, path, content }: { readonly view: Props; readonly path: string; readonly content: string }) {
  return (
    <CodeBlock
      title={<FilePath path={path} links={view.links} />}
      facts={
        <>
          <Badge tone="ok">new file</Badge>
          <span>{plural(countLines(content), 'line')}</span>
        </>
      }
      path={path}
      startLine={1}
      text={content}
      label="Content of the new file"
      cut={resultCut(view, '/content')}
    />
  );
}

function Result({ view, result }: { readonly view: Props; readonly result: Written }) {
  const path = result.files[0]?.path ?? view.input?.path ?? '';
  const content = result.content ?? view.input?.content ?? null;
  const isNew = result.created === true && !result.staged && content !== null;
  return (
    <>
      <div class="ts-view__line">
        {result.userModified && <Badge tone="info">changed by the person</Badge>}
        {result.created === null && <Badge>the log does not say whether it was new</Badge>}
        {result.lines !== null && !isNew && <span class="ts-view__dim">{plural(result.lines, 'line')}</span>}
        <OriginalLink original={result.original} bodies={view.bodies} />
      </div>
      {isNew ? (
        <NewFile view={view} path={path} content={content} />
      ) : (
        <Changes view={view} files={result.files} state={result.staged ? 'staged' : 'written'} />
      )}
      {result.files.every(({ hunks }) => hunks.length === 0) && !isNew && (
        <Snippet lines={result.snippet} path={path} />
      )}
    </>
  );
}

export const view = defineView<WriteInput, Written>((props) => {
  const { input, result, call } = props;
  return (
    <ViewFrame view={props}>
      {result?.kind === 'written' ? (
        <Result view={props} result={result} />
      ) : (
        <>
          {input !== null && <Changes view={props} files={input.proposed} state={changeState(call)} />}
          <UntypedResult view={props} />
        </>
      )}
    </ViewFrame>
  );
});
