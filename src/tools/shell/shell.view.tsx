// View of a command: what ran, how it ended, both streams separately, and its background work.

import { formatMs } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { ImageBox } from '../../ui/parts/image-box.tsx';
import { WebLink } from '../../ui/parts/link.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { BackgroundThread } from '../../ui/view/background-thread.tsx';
import { inputCut } from '../../ui/view/cuts.ts';
import { ExitBadge } from '../../ui/view/exit-badge.tsx';
import { Notes } from '../../ui/view/notes.tsx';
import { Streams } from '../../ui/view/streams.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { GitOperation, ShellBackground, ShellInput, ShellOutput, ShellResult } from './result.ts';

type Props = ToolViewProps<ShellInput, ShellResult>;

const BECAUSE: Readonly<Record<ShellBackground['because'], string>> = {
  asked: 'in the background, as asked',
  timeout: 'sent to the background when its time ran out',
  user: 'sent to the background by the person',
  message: 'sent to the background so that a message could get through',
  yield: 'still running when the agent stopped waiting',
};

function Command({ view }: { readonly view: Props }) {
  const { input, call } = view;
  if (input === null) return null;
  return (
    <>
      {input.description !== undefined && <div class="ts-view__dim">{input.description}</div>}
      <CodeBlock
        title="Command"
        language={call.tool === 'PowerShell' ? 'powershell' : 'bash'}
        text={input.command}
        label="Command"
        cut={inputCut(view, '/command')}
        facts={
          <>
            {input.cwd !== undefined && <span>in {input.cwd}</span>}
            {input.timeoutMs !== undefined && <span>at most {formatMs(input.timeoutMs)}</span>}
            {input.unsandboxed && <Badge tone="warn">outside the sandbox</Badge>}
          </>
        }
      />
      <Facts facts={[['why outside the sandbox', input.justification]]} />
    </>
  );
}

function Git({ git }: { readonly git: GitOperation }) {
  const { commit, push, branch, pullRequest } = git;
  return (
    <Facts
      facts={[
        ['commit', commit && `${commit.sha} ${commit.how}${commit.branch === undefined ? '' : ` on ${commit.branch}`}`],
        ['push', push?.branch],
        ['branch', branch && `${branch.ref} ${branch.action}`],
        [
          'pull request',
          pullRequest && (
            <>
              #{pullRequest.number} {pullRequest.action}{' '}
              {pullRequest.url !== undefined && <WebLink url={pullRequest.url} />}
            </>
          ),
        ],
      ]}
    />
  );
}

function Output({ view, result }: { readonly view: Props; readonly result: ShellOutput }) {
  const { bodies, call } = view;
  const { cutFrom, image } = result;
  const expected = call.failure?.blame === 'expected' ? call.failure.message : undefined;
  return (
    <>
      <div class="ts-view__line">
        <ExitBadge code={result.exitCode} meaning={result.meaning ?? expected} />
        {result.meaning !== undefined && <span>{result.meaning}</span>}
        {result.interrupted && <Badge tone="warn">interrupted</Badge>}
        {result.timedOut && <Badge tone="warn">timed out</Badge>}
        {result.sandboxed === true && <Badge>sandboxed</Badge>}
        {result.durationMs !== null && <span class="ts-view__dim">{formatMs(result.durationMs)}</span>}
      </div>
      {result.git !== undefined && <Git git={result.git} />}
      {image !== undefined && (
        <ImageBox
          url={bodies.url(image.from, image.pointer)}
          mediaType={image.mediaType}
          bytes={image.bytes}
          name="Image that the command wrote"
        />
      )}
      {image === undefined && (
        <Streams
          view={view}
          stdout={result.stdout}
          stderr={result.stderr}
          isMerged={result.merged}
          wholeLines={cutFrom?.lines ?? null}
          wholeTokens={cutFrom?.tokens ?? null}
        />
      )}
      <Notes notes={result.notes} />
    </>
  );
}

function Background({ view, result }: { readonly view: Props; readonly result: ShellBackground }) {
  return (
    <>
      <div class="ts-view__line">
        <Badge tone="info">background</Badge>
        <span>{BECAUSE[result.because]}</span>
        {result.afterMs !== null && <span class="ts-view__dim">after {formatMs(result.afterMs)}</span>}
      </div>
      <BackgroundThread view={view} taskId={result.taskId} />
      <Facts facts={[['output goes to', result.outputPath]]} />
      {(result.stdout !== '' || result.stderr !== '') && (
        <Streams view={view} stdout={result.stdout} stderr={result.stderr} title="Output until then" />
      )}
      <Notes notes={result.notes} />
    </>
  );
}

export const view = defineView<ShellInput, ShellResult>((props) => {
  const { result } = props;
  return (
    <ViewFrame view={props}>
      <Command view={props} />
      {result?.kind === 'output' && <Output view={props} result={result} />}
      {result?.kind === 'background' && <Background view={props} result={result} />}
      {result?.kind !== 'output' && result?.kind !== 'background' && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
