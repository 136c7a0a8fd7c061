// The views of all tools by tool id: found next to the definitions, so that none has to be listed.

import type { ToolView } from '../ui/tool-view.ts';
import { view as genericView } from './generic/generic.view.tsx';

const files = import.meta.glob<ToolView>('./*/*.view.tsx', { eager: true, import: 'view' });

/** `./shell/shell.view.tsx` → `shell`. */
function toolOf(file: string): string {
  return file.split('/')[1] ?? file;
}

export const views: ReadonlyMap<string, ToolView> = new Map(
  Object.entries(files).map(([file, view]): [string, ToolView] => [toolOf(file), view]),
);

export { genericView };

/** A tool without its own view gets the generic one. */
export function viewOf(toolId: string): ToolView {
  return views.get(toolId) ?? genericView;
}
