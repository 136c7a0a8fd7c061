// View of teams of agents: created and deleted.

import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { TeamInput, TeamResult } from './team.ts';

export const view = defineView<TeamInput, TeamResult>((props) => {
  const { input, result } = props;
  const told = result?.kind === 'created' || result?.kind === 'deleted' ? result : null;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <span class="ts-view__lead">
          {input?.action === 'delete' ? 'End of team' : 'Team'} {told?.name ?? input?.name}
        </span>
        {told?.kind === 'created' && <Badge tone="ok">created</Badge>}
        {told?.kind === 'deleted' && (
          <Badge tone={told.success ? 'ok' : 'warn'}>{told.success ? 'deleted' : 'not deleted'}</Badge>
        )}
      </div>
      {input?.description !== null && input !== null && <p class="ts-view__prose">{input.description}</p>}
      <Facts
        facts={[
          ['type of agents', input?.agentType],
          ['leader', told?.kind === 'created' ? told.leadAgentId : null],
          ['kept in', told?.kind === 'created' ? told.path : null],
          ['told', told?.kind === 'deleted' ? told.message : null],
        ]}
      />
      <OtherResult view={props} />
    </ViewFrame>
  );
});
