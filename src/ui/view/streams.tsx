// The output of a program: standard output, standard error, and what is missing from it.

import { countLines } from '../../base/text.ts';
import { formatCount, plural } from '../../base/units.ts';
import { Empty } from '../parts/empty.tsx';
import { SpilledNote } from '../text/cut.tsx';
import { TerminalBlock } from '../text/terminal-block.tsx';
import { resultCut } from './cuts.ts';
import type { AnyView } from './untyped-result.tsx';

interface StreamsProps {
  readonly view: AnyView;
  readonly stdout: string;
  readonly stderr: string;
  /** The log has both streams merged. */
  readonly isMerged?: boolean;
  readonly title?: string;
  /** Size of the whole, if the log has only a part. */
  readonly wholeLines?: number | null;
  readonly wholeTokens?: number | null;
  /** Positions of the texts in the typed result. */
  readonly pointers?: { readonly stdout: string; readonly stderr: string };
}

const POINTERS = { stdout: '/stdout', stderr: '/stderr' };

function lines(text: string) {
  return <span>{plural(countLines(text), 'line')}</span>;
}

export function Streams(props: StreamsProps) {
  const { view, stdout, stderr, isMerged = false, title, wholeLines = null, wholeTokens = null } = props;
  const { pointers = POINTERS } = props;
  const { spilled, url } = view.bodies;
  const isCut = wholeLines !== null || wholeTokens !== null;
  const size = wholeLines === null ? `${formatCount(wholeTokens ?? 0)} tokens` : plural(wholeLines, 'line');
  return (
    <>
      {stdout !== '' && (
        <TerminalBlock
          title={title ?? (isMerged ? 'Output' : 'stdout')}
          facts={lines(stdout)}
          text={stdout}
          label={isMerged ? 'Output' : 'Standard output'}
          cut={resultCut(view, pointers.stdout)}
        />
      )}
      {stderr !== '' && (
        <TerminalBlock
          title="stderr"
          facts={lines(stderr)}
          tone="error"
          text={stderr}
          label="Standard error"
          cut={resultCut(view, pointers.stderr)}
        />
      )}
      {stdout === '' && stderr === '' && <Empty>It wrote nothing.</Empty>}
      {isCut && spilled === null && <Empty>The agent kept only part of the output; in full it had {size}.</Empty>}
      {spilled !== null && <SpilledNote spilled={spilled} url={url('spilled')} />}
    </>
  );
}
