// How a notebook is drawn: cell by cell.

import { plural } from '../../base/units.ts';
import { defineView } from '../../ui/tool-view.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { NotebookCells } from '../../ui/view/notebook-cells.tsx';
import { ReferencedImages } from '../../ui/view/referenced-images.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { NotebookRead, NotebookReadInput } from './notebook-read.ts';

export const view = defineView<NotebookReadInput, NotebookRead>((props) => {
  const { input, result, links, bodies } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <FilePath path={input.path} links={links} />
          {input.cellId !== undefined && <span>only cell {input.cellId}</span>}
          {result?.kind === 'cells' && <span class="ts-view__dim">{plural(result.cells.length, 'cell')}</span>}
        </div>
      )}
      {result?.kind === 'cells' ? (
        <>
          <NotebookCells cells={result.cells} bodies={bodies} />
          <ReferencedImages images={result.images} bodies={bodies} name="Image beside the cells" />
        </>
      ) : (
        <UntypedResult view={props} />
      )}
    </ViewFrame>
  );
});
