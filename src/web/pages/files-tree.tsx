// The tree of files by project, as expandable rows.

import type { TouchedFile } from '../../api/wire/library.ts';
import { plural } from '../../base/units.ts';
import { LineCounts } from '../../ui/diff/line-counts.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { Count } from '../parts/count.tsx';
import { FoldButton } from '../parts/fold-button.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { When } from '../parts/when.tsx';
import { fileAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { toggled, useKept } from '../state/kept.ts';
import { fileTree, type TreeRow } from './file-tree.ts';

function columnsFor(
  filter: string,
  opened: readonly string[],
  toggle: (id: string) => void,
): readonly Column<TreeRow>[] {
  return [
    {
      id: 'name',
      title: 'Project, folder, file',
      isWide: true,
      cell: ({ id, name, depth, kind, files }) =>
        kind === 'file' ? (
          <a
            class="files__leaf row-link"
            style={{ paddingLeft: `${18 * depth + 18}px` }}
            href={fileAddress(id, filter)}
            title={id}
          >
            {oneLine(name)}
          </a>
        ) : (
          <FoldButton isOpen={opened.includes(id)} onToggle={() => toggle(id)} title={id} depth={depth}>
            <span class={kind === 'project' ? `files__project${id === '' ? '' : ' files__project--named'}` : ''}>
              <bdi dir="ltr">{kind === 'project' && id === '' ? 'In no known project' : oneLine(name)}</bdi>
            </span>
            <span class="files__below">{plural(files, 'file')}</span>
          </FoldButton>
        ),
    },
    { id: 'reads', title: 'Read', isNumber: true, cell: ({ reads }) => <Count value={reads} /> },
    { id: 'edits', title: 'Edited', isNumber: true, cell: ({ edits }) => <Count value={edits} /> },
    { id: 'writes', title: 'Written', isNumber: true, isExtra: true, cell: ({ writes }) => <Count value={writes} /> },
    {
      id: 'notMade',
      title: 'Not made',
      help: 'Calls about it that failed or were refused',
      isNumber: true,
      isExtra: true,
      cell: ({ notMade }) => <Count value={notMade} />,
    },
    {
      id: 'lines',
      title: 'Lines',
      isNumber: true,
      isExtra: true,
      cell: ({ linesAdded, linesRemoved }) => <LineCounts added={linesAdded} removed={linesRemoved} none="–" />,
    },
    { id: 'last', title: 'Last', cell: ({ lastAt }) => <When at={lastAt} /> },
  ];
}

export function FilesTree({ files, filter }: { readonly files: readonly TouchedFile[]; readonly filter: string }) {
  const question = useQuestion((stop) => api.get('stats', { query: { by: 'project', filter } }, stop), [filter]);
  const [opened, setOpened] = useKept('files-tree');
  const projects = question.state.value.answer?.groups.flatMap(({ key }) => key ?? []);
  // Without projects, every file would be outside of one.
  if (projects === undefined) return null;
  const toggle = (id: string): void => setOpened(toggled(opened, id));
  return (
    <SortTable
      label="Files by project"
      columns={columnsFor(filter, opened, toggle)}
      rows={fileTree(files, projects, opened)}
      keyOf={({ id, kind }) => `${kind} ${id}`}
      isSorted={true}
    />
  );
}
