// How a slash command is drawn.

import { Badge } from '../../ui/parts/badge.tsx';
import { TerminalBlock } from '../../ui/text/terminal-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { CommandLine } from '../../ui/view/command-line.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { SlashInput, SlashResult } from './slash-command.ts';

export const view = defineView<SlashInput, SlashResult>((props) => {
  const { input, result } = props;
  const name = input?.command ?? (result?.kind === 'launched' ? result.command : undefined);
  return (
    <ViewFrame view={props}>
      {name !== undefined && (
        <CommandLine name={name} args={input?.args ?? null} sign="/">
          {result?.kind === 'launched' && (
            <Badge tone={result.success ? 'ok' : 'error'}>{result.success ? 'launched' : 'did not start'}</Badge>
          )}
        </CommandLine>
      )}
      {result?.kind === 'output' && <TerminalBlock text={result.text} cut={resultCut(props, '/text')} />}
      {result?.kind !== 'output' && result?.kind !== 'launched' && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
