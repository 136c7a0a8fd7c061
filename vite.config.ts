// How the web app is built: one page, hashed files, nothing inline (the server's policy forbids it).

import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/web',
  base: '/',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
