// View of questions to the user: every option, the chosen ones marked, and the user's own text.

import { formatMs } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { OptionList } from '../../ui/parts/option-list.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { AskInput, AskResult } from './ask-user-question.ts';
import type { AnsweredQuestion, Question } from './questions.ts';

function Answered({ asked }: { readonly asked: AnsweredQuestion }) {
  const options = asked.options.map(({ label, description, preview, chosen }) => ({
    label,
    description,
    preview: chosen ? (asked.chosenPreview ?? preview) : undefined,
    isChosen: chosen,
  }));
  return (
    <OptionList question={asked.question} header={asked.header} options={options} isMany={asked.multiSelect}>
      <Facts
        facts={[
          ['typed', asked.secret && asked.typed !== null ? '(a secret, not shown)' : asked.typed],
          ['notes', asked.notes],
          ['answer', asked.answer === null ? <Badge tone="warn">{asked.unanswered ?? 'none'}</Badge> : null],
        ]}
      />
    </OptionList>
  );
}

function Open({ asked }: { readonly asked: Question }) {
  const options = asked.options.map(({ label, description }) => ({ label, description, isChosen: false }));
  return <OptionList question={asked.question} header={asked.header} options={options} isMany={asked.multiSelect} />;
}

export const view = defineView<AskInput, AskResult>((props) => {
  const { input, result } = props;
  if (result?.kind === 'answered' || result?.kind === 'clarify') {
    return (
      <ViewFrame view={props}>
        {result.kind === 'clarify' && (
          <Badge tone="info">
            {result.wish === 'talk' ? 'the person wants to talk about it first' : 'the person wants no more questions'}
          </Badge>
        )}
        {result.questions.map((asked, index) => (
          <Answered key={index} asked={asked} />
        ))}
        {result.kind === 'answered' && (
          <Facts
            facts={[
              ['the person said', result.response],
              ['closed itself after', result.idleMs === undefined ? null : formatMs(result.idleMs)],
            ]}
          />
        )}
      </ViewFrame>
    );
  }
  return (
    <ViewFrame view={props}>
      {input?.questions.map((asked, index) => (
        <Open key={index} asked={asked} />
      ))}
      {result?.kind === 'reply' ? (
        <CodeBlock title="Answer" isProse text={result.text} />
      ) : (
        <UntypedResult view={props} />
      )}
    </ViewFrame>
  );
});
