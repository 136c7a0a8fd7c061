// Starts the web app: theme, keys, event stream, and the first render.

import { render } from 'preact';
import '../ui/theme.css';
import { App } from './app.tsx';
import { startAttention } from './state/attention.ts';
import { startKeeping } from './state/kept.ts';
import { startKeys } from './state/keys.ts';
import { startListening } from './state/live.ts';
import { checkFilterOfAddress } from './state/readable-filter.ts';
import { followLinks } from './state/route.ts';
import { applyTheme } from './state/theme.ts';

const root = document.getElementById('app');
if (root !== null) {
  applyTheme();
  startKeys();
  startKeeping();
  followLinks(root);
  startListening();
  startAttention();
  checkFilterOfAddress().then(() => render(<App />, root));
}
