// View of a message to the user: the text, the files, and whether it was delivered.

import { formatBytes } from '../../base/units.ts';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { Instant } from '../../ui/view/instant.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { MessageInput, MessageResult, MessageSent } from './user-message.ts';

type Props = ToolViewProps<MessageInput, MessageResult>;

const CHANNELS = { message: 'Message', file: 'File', push: 'Notification' } as const;

function Sent({ view, result }: { readonly view: Props; readonly result: MessageSent }) {
  return (
    <>
      {result.attachments.map(({ path, bytes }) => (
        <div key={path} class="ts-view__line">
          <FilePath path={path} links={view.links} />
          {bytes !== null && <span class="ts-view__dim">{formatBytes(bytes)}</span>}
        </div>
      ))}
      <div class="ts-view__line">
        <Badge tone="ok">sent</Badge>
        <Facts
          facts={[
            ['at', <Instant key="at" at={result.sentAt} />],
            ['shown as', result.display],
          ]}
        />
      </div>
    </>
  );
}

export const view = defineView<MessageInput, MessageResult>((props) => {
  const { input, result, links } = props;
  const told = result?.kind === 'sent' || result?.kind === 'notified' ? result : null;
  const words = told?.message ?? input?.message ?? null;
  const hasFiles = result?.kind === 'sent' && result.attachments.length > 0;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <span class="ts-view__lead">{input === null ? 'Message' : CHANNELS[input.channel]} to the person</span>
        {input?.status !== undefined && <Badge>{input.status}</Badge>}
      </div>
      {words !== null && words !== '' && <MarkdownBlock text={words} />}
      {!hasFiles && input?.files.map((path) => <FilePath key={path} path={path} links={links} />)}
      {result?.kind === 'sent' && <Sent view={props} result={result} />}
      {result?.kind === 'notified' && (
        <div class="ts-view__line">
          <Badge tone={result.push || result.local ? 'ok' : 'quiet'}>
            {result.push ? 'pushed' : result.local ? 'shown on this machine' : 'not sent'}
          </Badge>
          <Facts
            facts={[
              ['because', result.disabledReason?.replaceAll('_', ' ')],
              ['at', result.sentAt === undefined ? null : <Instant at={result.sentAt} />],
            ]}
          />
        </div>
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
