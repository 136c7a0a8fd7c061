// `toolscope open`: makes a one-time code for the running server, or signs out every browser.

import { AppError } from '../../base/app-error.ts';
import { plural } from '../../base/units.ts';
import { BrowserSessions } from '../../server/auth/browser-sessions.ts';
import { runningServer } from '../../server/auth/running-servers.ts';
import { SIGN_IN_PATH } from '../../server/auth/sign-in.ts';
import { CODE_LIVES_MINUTES, newCode } from '../../server/auth/sign-in-codes.ts';
import { loadToken, tokenPath } from '../../server/auth/token-file.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { openBrowser } from '../serve/open-browser.ts';

export async function openDashboard({ options, out }: Invocation): Promise<number> {
  const folder = dataFolder();
  if (options['sign-out'] === true) {
    const ended = new BrowserSessions(folder).endAll();
    await out.line(`${plural(ended, 'browser')} signed out.`);
    return 0;
  }
  const server = await runningServer(folder);
  if (server === undefined) {
    throw new AppError('not-found', `No Toolscope server is running on the data folder ${folder}.`, {
      hint: 'Start one with toolscope serve.',
    });
  }
  const { url, instance } = server;
  const opens = options['no-open'] !== true;
  if (instance === '') {
    await out.line(url);
    if (opens) openBrowser(url);
    return 0;
  }
  const token = loadToken(folder);
  const addressWith = (code: string): string => `${url}${SIGN_IN_PATH}?code=${code}`;
  await out.line(addressWith(newCode(token, instance, Date.now())));
  out.note(
    `It signs one browser in, within ${CODE_LIVES_MINUTES} minutes. Programs send the token in ${tokenPath(folder)}`,
  );
  if (opens) openBrowser(addressWith(newCode(token, instance, Date.now(), 'same-user')));
  return 0;
}
