// View of an edit: the diff that was made, or the one that was requested but never made.

import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { TerminalBlock } from '../../ui/text/terminal-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { Changes, changeState } from '../../ui/view/changes.tsx';
import { OriginalLink } from '../../ui/view/original-link.tsx';
import { Snippet } from '../../ui/view/snippet.tsx';
import { saysMore, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { Edited, EditInput, EditResult, NotEdited } from './edit-types.ts';

type Props = ToolViewProps<EditInput, EditResult>;

function Made({ view, result }: { readonly view: Props; readonly result: Edited }) {
  const { files, output } = result;
  return (
    <>
      <div class="ts-view__line">
        {result.userModified && <Badge tone="info">changed by the person</Badge>}
        {result.replaceAll && <Badge>every occurrence</Badge>}
        {result.edits > 1 && <Badge>{result.edits} edits</Badge>}
        {result.staleRecovered && <Badge tone="warn">the file had changed since it was read</Badge>}
        <OriginalLink original={result.original} bodies={view.bodies} />
      </div>
      <Changes view={view} files={files} state={result.staged ? 'staged' : 'written'} />
      {/* A diff made from the request has no line numbers; the lines shown to the agent do. */}
      {files.every(({ hunks, basis }) => hunks.length === 0 || basis !== 'hunks') && (
        <Snippet lines={result.snippet} path={files[0]?.path} />
      )}
      {output !== '' && (
        <Section title="What the tool said">
          <TerminalBlock text={output} />
        </Section>
      )}
    </>
  );
}

function NotMade({ view, result }: { readonly view: Props; readonly result: NotEdited }) {
  const told = result.reason === 'declined' ? 'It was declined.' : 'It failed, or not all of it could be applied.';
  const reason = view.call.failure === null ? told : null;
  return (
    <>
      <Changes view={view} files={result.files} state="proposed" reason={reason} />
      {result.files.length === 0 && <Empty>What was asked for cannot be read as a change: see the input.</Empty>}
      {saysMore(result.output, view.call.failure?.message ?? '') && (
        <TerminalBlock title="What the tool said" text={result.output} />
      )}
    </>
  );
}

export const view = defineView<EditInput, EditResult>((props) => {
  const { input, result, call } = props;
  return (
    <ViewFrame view={props}>
      {result?.kind === 'edited' && <Made view={props} result={result} />}
      {result?.kind === 'not-edited' && <NotMade view={props} result={result} />}
      {result?.kind !== 'edited' && result?.kind !== 'not-edited' && (
        <>
          {input !== null && <Changes view={props} files={input.proposed} state={changeState(call)} />}
          <UntypedResult view={props} />
        </>
      )}
    </ViewFrame>
  );
});
