// Views that tools keep next to their threads, drawn when expanded: diffs, texts, and trees for the rest.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RapOverviewAnswer, RapViewsAnswer } from '../../api/wire/rap.ts';
import { formatBytes } from '../../base/units.ts';
import { FileDiffs } from '../../ui/diff/file-diffs.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { When } from '../parts/when.tsx';
import { sessionAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';

type Entry = RapOverviewAnswer['views'][number];
type Drawn = RapViewsAnswer['views'][number]['drawn'];

function ViewContent({ drawn }: { readonly drawn: Drawn }): ComponentChildren {
  switch (drawn.kind) {
    case 'diff':
      return <FileDiffs files={drawn.files} state="written" path={(path) => <code>{oneLine(path)}</code>} />;
    case 'text':
      return <pre class="rap__text">{drawn.text}</pre>;
    case 'value':
      return <JsonTree value={drawn.value} label="View" />;
    case 'empty':
      return <p class="page__note">The view is empty.</p>;
    case 'too-long':
      return <p class="page__note">The view has {formatBytes(drawn.bytes)}, too much to draw.</p>;
  }
}

/** Loaded again when the view changes. */
function OpenView({ entry }: { readonly entry: Entry }): ComponentChildren {
  const { groupId, viewType, at } = entry;
  const question = useQuestion((stop) => api.get('rapViews', { query: { group: groupId } }, stop), [groupId, at]);
  const { answer, error } = question.state.value;
  const view = answer?.views.find((one) => one.viewType === viewType);
  if (error !== undefined) return <p class="error-text">{error.message}</p>;
  return view === undefined ? null : <ViewContent drawn={view.drawn} />;
}

function ViewLine({ entry }: { readonly entry: Entry }): ComponentChildren {
  const { groupId, viewType, at, bytes } = entry;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [groupId, viewType]);
  return (
    <details class="rap__tools" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{oneLine(viewType)}</strong> of {oneLine(groupId)}, <When at={at} />, {formatBytes(bytes)}
      </summary>
      {isOpen ? (
        <>
          <p>
            In the thread <a href={sessionAddress('rap', groupId)}>{oneLine(groupId)}</a>:
          </p>
          <OpenView entry={entry} />
        </>
      ) : null}
    </details>
  );
}

export function RapViews({ views }: { readonly views: readonly Entry[] }): ComponentChildren {
  return (
    <>
      {views.map((entry) => (
        <ViewLine key={`${entry.groupId} ${entry.viewType}`} entry={entry} />
      ))}
    </>
  );
}
