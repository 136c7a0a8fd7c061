// A few numbered lines that an agent was shown after a change.

import { CodeBlock } from '../text/code-block.tsx';

interface SnippetProps {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  readonly path?: string | undefined;
}

export function Snippet({ lines, path }: SnippetProps) {
  const first = lines[0];
  if (first === undefined) return null;
  return (
    <CodeBlock
      title="Lines the agent was shown"
      path={path}
      startLine={first.number}
      text={lines.map(({ text }) => text).join('\n')}
    />
  );
}
