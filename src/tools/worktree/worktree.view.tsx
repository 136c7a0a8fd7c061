// View of entering and leaving a worktree, and what was discarded.

import { plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { WorktreeInput, WorktreeLeft, WorktreeResult } from './worktree.ts';

const ACTIONS = {
  enter: 'Enter a worktree',
  keep: 'Leave the worktree, keep it',
  remove: 'Leave and remove the worktree',
} as const;

function lost({ discardedFiles, discardedCommits }: WorktreeLeft): string {
  return [
    discardedFiles === 0 ? '' : plural(discardedFiles, 'changed file'),
    discardedCommits === 0 ? '' : plural(discardedCommits, 'commit'),
  ]
    .filter((part) => part !== '')
    .join(' and ');
}

export const view = defineView<WorktreeInput, WorktreeResult>((props) => {
  const { input, result, links } = props;
  const told = result?.kind === 'entered' || result?.kind === 'left' ? result : null;
  const path = told?.path ?? input?.path;
  const discarded = told?.kind === 'left' ? lost(told) : '';
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        {input !== null && <span class="ts-view__lead">{ACTIONS[input.action]}</span>}
        {told?.kind === 'entered' && <Badge tone="ok">entered</Badge>}
        {told?.kind === 'left' && <Badge tone="ok">{told.action}</Badge>}
        {discarded !== '' && <Badge tone="warn">{discarded} thrown away</Badge>}
        {told === null && input?.discardChanges === true && <Badge tone="warn">changes may be thrown away</Badge>}
      </div>
      <Facts
        facts={[
          ['name', input?.name],
          ['path', path === undefined || path === '' ? null : <FilePath path={path} links={links} />],
          ['branch', told?.branch],
          ['back to', told?.kind === 'left' ? told.backTo : null],
          ['terminal', told?.kind === 'left' ? told.tmuxSession : null],
        ]}
      />
      {told !== null && <p class="ts-view__prose ts-view__dim">{told.message}</p>}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
