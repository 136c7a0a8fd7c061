// Whether copies of logs are kept. Loads little, because every command that reads logs needs it.

import { readSettings } from '../config/settings.ts';
import { dataFolder } from '../store/data-folder.ts';
import type { Invocation } from './command.ts';

/** On, unless turned off for this command, in the environment, or in the settings. */
export function wantsArchive({ options }: Pick<Invocation, 'options'>): boolean {
  const off = process.env['TOOLSCOPE_NO_ARCHIVE'] ?? '';
  if (options['no-archive'] === true || (off !== '' && off !== '0')) return false;
  return readSettings(dataFolder()).value['archive'] !== false;
}
