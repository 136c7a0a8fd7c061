// View of a tool without its own view: input and result as they are; for a user-defined tool, the parts that its definition
// names.

import { DiffBlock } from '../../ui/diff/diff-block.tsx';
import { Block } from '../../ui/parts/block.tsx';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { ImageBox } from '../../ui/parts/image-box.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ViewBodies } from '../../ui/tool-view.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { ContentBlocks } from '../../ui/view/content-blocks.tsx';
import { contentCut, resultCut } from '../../ui/view/cuts.ts';
import { InputValue } from '../../ui/view/input-value.tsx';
import { SmallValue } from '../../ui/view/small-value.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { DrawnPart, OwnResult } from '../own-tool.ts';
import type { GenericResult } from './generic.ts';

function OwnPart({ part, bodies }: { readonly part: DrawnPart; readonly bodies: ViewBodies }) {
  switch (part.part) {
    case 'fields':
      return <Facts facts={part.fields.map(([name, value]) => [name, <SmallValue key={name} value={value} />])} />;
    case 'table': {
      const rows = part.rows.map((cells) =>
        cells.map((value, i) => <SmallValue key={part.columns[i]} value={value} />),
      );
      return <DataTable label={part.title || 'Result'} columns={part.columns} rows={rows} />;
    }
    case 'code':
      return <CodeBlock title={part.title || 'Result'} text={part.text} language={part.language} />;
    case 'diff':
      return (
        <Block title={part.title || part.path || 'Diff'}>
          <DiffBlock hunks={part.hunks} path={part.path} label={part.title || 'Diff'} />
        </Block>
      );
    case 'image': {
      const url = bodies.url('structured', part.pointer);
      return <ImageBox url={url} mediaType={part.mediaType} bytes={null} name={part.title || 'Image'} />;
    }
  }
}

export const view = defineView<unknown, GenericResult | OwnResult>((props) => {
  const { input, result, text, blocks, bodies } = props;
  return (
    <ViewFrame view={props}>
      <InputValue value={input} />
      {result?.kind === 'own' &&
        result.parts.map((part, i) => <OwnPart key={`${part.part} ${i}`} part={part} bodies={bodies} />)}
      {result?.kind === 'own' && <JsonTree title="Result" label="Result" value={result.value} />}
      {result?.kind === 'value' && (
        <>
          <JsonTree title="Result" label="Result" value={result.value} />
          {text !== '' && <CodeBlock title="What the model saw" text={text} cut={contentCut(props)} />}
          <ContentBlocks blocks={blocks} bodies={bodies} withoutText />
        </>
      )}
      {result?.kind === 'text' &&
        (blocks.length > 0 ? (
          <ContentBlocks blocks={blocks} bodies={bodies} />
        ) : (
          <CodeBlock title="Result" text={result.text} cut={resultCut(props, '/text')} />
        ))}
      {!isTyped(result) && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
