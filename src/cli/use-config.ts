// Loads the user's tools, formats and settings for a command that reads logs. Unusable parts are reported once and skipped.

import { useFoundConfig } from '../config/found-config.ts';
import { readSettings } from '../config/settings.ts';
import { dataFolder } from '../store/data-folder.ts';
import { explain } from './errors.ts';
import type { Output } from './output.ts';

let isAsked = false;

export async function useConfigFor(out: Output): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  const broken = await useFoundConfig();
  if (broken !== null) out.note(`toolscope: ${explain(broken)} Continuing without it.`);
  const { path, problems } = readSettings(dataFolder());
  if (problems.length === 0) return;
  const told = problems.map(({ at, message }) => `${at === '' ? 'it' : at} ${message}`);
  out.note(`toolscope: ${path}: ${told.join('; ')}. Continuing without that.`);
}
