// How proposals to the person are drawn: a goal to work for, or skills to keep.

import { plural } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ProposeInput, ProposeResult, SkillProposal } from './propose.ts';

function Skill({ proposal }: { readonly proposal: SkillProposal }) {
  return (
    <Section
      title={proposal.name}
      facts={`${proposal.change}${proposal.target === undefined ? '' : ` of ${proposal.target}`}`}
      isOpen
    >
      {proposal.description !== undefined && <p class="ts-view__prose">{proposal.description}</p>}
      {proposal.skillMd !== undefined && <MarkdownBlock title="Skill" text={proposal.skillMd} />}
    </Section>
  );
}

export const view = defineView<ProposeInput, ProposeResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input?.what === 'goal' && (
        <div class="ts-view__line">
          <span class="ts-view__lead">Work until:</span>
          <span>{input.condition}</span>
          <Badge>{input.askUser ? 'asks the person' : 'without asking'}</Badge>
        </div>
      )}
      {input?.what === 'skills' && input.proposals.map((proposal, index) => <Skill key={index} proposal={proposal} />)}
      {result?.kind === 'goal' && (
        <div class="ts-view__line">
          <Badge tone="ok">{result.askUser ? 'proposed' : 'set'}</Badge>
          {input === null && <span>{result.condition}</span>}
        </div>
      )}
      {result?.kind === 'skills' && (
        <div class="ts-view__line">
          <Badge tone="ok">{plural(result.count, 'skill')} proposed</Badge>
        </div>
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
