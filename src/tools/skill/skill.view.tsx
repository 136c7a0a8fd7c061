// View of a skill: which one, its arguments, and its result.

import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { CommandLine } from '../../ui/view/command-line.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { SkillInput, SkillResult } from './skill.ts';

export const view = defineView<SkillInput, SkillResult>((props) => {
  const { input, result } = props;
  const ran = result?.kind === 'launched' || result?.kind === 'finished' ? result : null;
  const name = input?.skill ?? ran?.skill;
  return (
    <ViewFrame view={props}>
      {name !== undefined && (
        <CommandLine name={name} args={input?.args ?? null}>
          {ran !== null && (
            <Badge tone={ran.success ? 'ok' : 'error'}>
              {ran.success ? (ran.kind === 'finished' ? 'finished' : 'launched') : 'did not start'}
            </Badge>
          )}
        </CommandLine>
      )}
      {result?.kind === 'launched' && (
        <Facts
          facts={[
            ['may use', result.allowedTools.join(', ')],
            ['status', result.status],
            ['model', result.model],
          ]}
        />
      )}
      {result?.kind === 'finished' && (
        <>
          <Facts facts={[['agent', result.agentId]]} />
          <MarkdownBlock title="Answer" text={result.text} cut={resultCut(props, '/text')} />
        </>
      )}
      {result?.kind === 'note' && <CodeBlock isProse text={result.text} />}
      {!isTyped(result) && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
