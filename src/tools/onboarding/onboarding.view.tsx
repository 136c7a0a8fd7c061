// How steps of getting started are drawn.

import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { OnboardingInput, OnboardingResult } from './onboarding.ts';

const STEPS = { role: 'Which role?', chrome: 'Set up the browser?', guide: 'Guide for getting started' } as const;

export const view = defineView<OnboardingInput, OnboardingResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <div class="ts-view__line">
          <span class="ts-view__lead">{STEPS[input.step]}</span>
          <Facts facts={[['because', input.reason]]} />
        </div>
      )}
      {result?.kind === 'role' && (
        <Badge tone={result.role === null ? 'quiet' : 'ok'}>{result.role ?? 'closed without a choice'}</Badge>
      )}
      {result?.kind === 'chrome' && <Badge>{result.outcome.replaceAll('_', ' ')}</Badge>}
      <OtherResult view={props} />
      {result?.kind === 'note' && result.value !== undefined && <JsonTree title="Whole result" value={result.value} />}
    </ViewFrame>
  );
});
