// The layout of a view: problems first, then the request, then the result, then nested calls.

import type { ComponentChildren } from 'preact';
import { Section } from '../parts/section.tsx';
import { BackgroundThread } from './background-thread.tsx';
import { CutParts } from './cut-parts.tsx';
import { FailureCallout } from './failure-callout.tsx';
import type { AnyView } from './untyped-result.tsx';
import './view.css';

interface ViewFrameProps {
  readonly view: AnyView & { readonly input: unknown };
  /** The view places its nested calls itself. */
  readonly hasNested?: boolean;
  readonly children: ComponentChildren;
}

export function ViewFrame({ view, hasNested = false, children }: ViewFrameProps) {
  const { work, callId } = view.call;
  // A launch draws its own thread, where it says that it launched something.
  const isVisitor = work !== undefined && work !== null && work.launch.callId !== callId;
  return (
    <div class="ts-view">
      <FailureCallout call={view.call} links={view.links} />
      {children}
      <CutParts view={view} />
      {isVisitor && (
        <Section title="The background work it is about" isOpen={true}>
          <BackgroundThread view={view} />
        </Section>
      )}
      {!hasNested && view.nested}
    </div>
  );
}
