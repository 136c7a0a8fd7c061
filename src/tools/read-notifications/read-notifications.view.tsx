// How notifications are drawn: where each came from, when, and what it says.

import { plural } from '../../base/units.ts';
import { Empty } from '../../ui/parts/empty.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { resultCut } from '../../ui/view/cuts.ts';
import { Instant } from '../../ui/view/instant.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { NotificationsResult } from './read-notifications.ts';

export const view = defineView<object, NotificationsResult>((props) => {
  const { result } = props;
  return (
    <ViewFrame view={props}>
      {result?.kind === 'notifications' && (
        <>
          {result.notifications.map(({ origin, id, arrivedAt, queuedAt, content }, index) => (
            <CodeBlock
              key={index}
              title={origin?.replaceAll('_', ' ') ?? id ?? 'Notification'}
              facts={<Instant at={arrivedAt ?? queuedAt} />}
              isProse
              text={content}
              cut={resultCut(props, `/notifications/${index}/content`)}
            />
          ))}
          {result.notifications.length === 0 && <Empty>There was nothing to read.</Empty>}
          {result.remaining > 0 && <Empty>{plural(result.remaining, 'notification')} still in the queue.</Empty>}
        </>
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
