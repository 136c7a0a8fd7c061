// How a change of a notebook's cell is drawn.

import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { Changes, changeState } from '../../ui/view/changes.tsx';
import { OriginalLink } from '../../ui/view/original-link.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { CellEdited, CellEditMode, NotebookEditInput, NotebookEditResult } from './notebook-edit.ts';

type Props = ToolViewProps<NotebookEditInput, NotebookEditResult>;

const MODES: Readonly<Record<CellEditMode, string>> = {
  replace: 'cell replaced',
  insert: 'cell inserted',
  delete: 'cell deleted',
};

function Made({ view, result }: { readonly view: Props; readonly result: CellEdited }) {
  return (
    <>
      <div class="ts-view__line">
        <Badge tone={result.mode === 'delete' ? 'warn' : 'ok'}>{MODES[result.mode]}</Badge>
        <Facts
          facts={[
            ['cell', result.cell],
            ['type', result.cellType],
            ['language', result.language],
          ]}
        />
        <OriginalLink original={result.original} bodies={view.bodies} words="The notebook before" />
        <OriginalLink original={result.updated} bodies={view.bodies} words="The notebook after" />
      </div>
      <Changes view={view} files={result.files} state="written" />
    </>
  );
}

export const view = defineView<NotebookEditInput, NotebookEditResult>((props) => {
  const { input, result, call } = props;
  if (result?.kind === 'cell-edited') {
    return (
      <ViewFrame view={props}>
        <Made view={props} result={result} />
      </ViewFrame>
    );
  }
  const isRefused = result?.kind === 'cell-not-edited';
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <Facts
            facts={[
              ['cell', input.cell],
              ['type', input.cellType],
              ['wanted', MODES[input.mode]],
            ]}
          />
          <Changes
            view={props}
            files={input.proposed}
            state={isRefused ? 'proposed' : changeState(call)}
            reason={isRefused && call.failure === null ? result.error : null}
          />
        </>
      )}
      {!isRefused && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
