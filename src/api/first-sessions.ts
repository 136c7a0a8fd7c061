// The first question of the dashboard's first page: few enough rows to be there at once. The server announces it together with
// the page, so that a browser asks before it has run any code.

import { paths } from './paths.ts';

export const FIRST_ROWS = '50';

export const FIRST_SESSIONS_URL = `/api/v1${paths.sessions}?limit=${FIRST_ROWS}`;
