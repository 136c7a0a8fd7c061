// The tree of files by project, as expandable rows.

import type { ComponentChildren } from 'preact';
import type { TouchedFile } from '../../api/wire/library.ts';
import { formatCount, plural } from '../../base/units.ts';
import { LineCounts } from '../../ui/diff/line-counts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { ago, wholeTime } from '../parts/display-text.ts';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { fileAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { useKept } from '../state/kept.ts';
import { fileTree, type TreeRow } from './file-tree.ts';

function count(value: number): ComponentChildren {
  return value === 0 ? <span class="dim">–</span> : formatCount(value);
}

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
          <button
            type="button"
            class={`files__branch files__branch--${kind}`}
            style={{ paddingLeft: `${18 * depth}px` }}
            aria-expanded={opened.includes(id)}
            title={id}
            onClick={() => toggle(id)}
          >
            <Icon name="chevron" />
            <span class={kind === 'project' && id !== '' ? 'files__project' : ''}>
              <bdi dir="ltr">{kind === 'project' && id === '' ? 'In no known project' : oneLine(name)}</bdi>
            </span>
            <span class="dim">{plural(files, 'file')}</span>
          </button>
        ),
    },
    { id: 'reads', title: 'Read', isNumber: true, cell: ({ reads }) => count(reads) },
    { id: 'edits', title: 'Edited', isNumber: true, cell: ({ edits }) => count(edits) },
    { id: 'writes', title: 'Written', isNumber: true, isExtra: true, cell: ({ writes }) => count(writes) },
    {
      id: 'notMade',
      title: 'Not made',
      help: 'Calls about it that failed or were refused',
      isNumber: true,
      isExtra: true,
      cell: ({ notMade }) => count(notMade),
    },
    {
      id: 'lines',
      title: 'Lines',
      isNumber: true,
      isExtra: true,
      cell: ({ linesAdded, linesRemoved }) => <LineCounts added={linesAdded} removed={linesRemoved} none="–" />,
    },
    {
      id: 'last',
      title: 'Last',
      cell: ({ lastAt }) => <span title={wholeTime(lastAt)}>{ago(lastAt, Date.now())}</span>,
    },
  ];
}

export function FilesTree({ files, filter }: { readonly files: readonly TouchedFile[]; readonly filter: string }) {
  const question = useQuestion((stop) => api.get('stats', { query: { by: 'project', filter } }, stop), [filter]);
  const [opened, setOpened] = useKept('files-tree');
  const projects = question.state.value.answer?.groups.flatMap(({ key }) => key ?? []);
  // Without projects, every file would be outside of one.
  if (projects === undefined) return null;
  const toggle = (id: string): void =>
    setOpened(opened.includes(id) ? opened.filter((one) => one !== id) : [...opened, id]);
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
