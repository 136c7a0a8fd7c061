// Owns the order of a view: trouble first, then what was asked, then what came of it, then the calls it brought about.

import type { ComponentChildren } from 'preact';
import { CutParts } from './cut-parts.tsx';
import { FailureCallout } from './failure-callout.tsx';
import type { AnyView } from './untyped-result.tsx';
import './view.css';

export interface ViewFrameProps {
  readonly view: AnyView & { readonly input: unknown };
  /** Where a view puts the calls it brought about somewhere itself. */
  readonly hasNested?: boolean;
  readonly children: ComponentChildren;
}

export function ViewFrame({ view, hasNested = false, children }: ViewFrameProps) {
  return (
    <div class="ts-view">
      <FailureCallout call={view.call} links={view.links} />
      {children}
      <CutParts view={view} />
      {!hasNested && view.nested}
    </div>
  );
}
