// How the end of a conversation is drawn.

import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ConversationEnded, EndConversationInput } from './end-conversation.ts';

export const view = defineView<EndConversationInput, ConversationEnded>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__lead">The agent ended the conversation</div>
      <Facts
        facts={[
          ['because', input?.reason],
          ['told', result?.kind === 'ended' ? result.note : null],
        ]}
      />
      <OtherResult view={props} />
    </ViewFrame>
  );
});
