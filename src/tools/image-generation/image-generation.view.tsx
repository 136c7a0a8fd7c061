// View of a generated image: the prompt, the prompt as revised by the service, the image.

import { Facts } from '../../ui/parts/facts.tsx';
import { ImageBox } from '../../ui/parts/image-box.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { ContentBlocks } from '../../ui/view/content-blocks.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ImageGenerated, ImageInput, ImageNote } from './image-generation.ts';

type Props = ToolViewProps<ImageInput, ImageGenerated | ImageNote>;

function Generated({ view, result }: { readonly view: Props; readonly result: ImageGenerated }) {
  const { bodies, blocks } = view;
  return (
    <>
      <Facts
        facts={[
          ['status', result.status],
          ['saved to', result.savedPath],
          ['background', result.transparent === true ? 'transparent' : null],
        ]}
      />
      {result.revisedPrompt !== null && (
        <CodeBlock title="As the service understood it" isProse text={result.revisedPrompt} />
      )}
      {result.pointer === null ? (
        <ContentBlocks blocks={blocks} bodies={bodies} withoutText />
      ) : (
        <ImageBox
          url={bodies.url('structured', result.pointer)}
          mediaType={result.mediaType}
          bytes={result.bytes}
          name="Generated image"
        />
      )}
    </>
  );
}

export const view = defineView<ImageInput, ImageGenerated | ImageNote>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && input.prompt !== null && <CodeBlock title="Wish" isProse text={input.prompt} />}
      {result?.kind === 'image' && <Generated view={props} result={result} />}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
