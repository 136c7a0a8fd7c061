// Own tools and formats for a command that reads logs. A configuration that cannot be used is told once, and done without.

import { useFoundConfig } from '../config/found-config.ts';
import { explain } from './errors.ts';
import type { Output } from './output.ts';

let isAsked = false;

export async function useConfigFor(out: Output): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  const broken = await useFoundConfig();
  if (broken !== null) out.note(`toolscope: ${explain(broken)} Going on without it.`);
}
