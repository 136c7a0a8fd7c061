// How the renderer of shared sessions is built: one module for Node.js with every view in it, and one file of styles.

import { defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  publicDir: false,
  build: {
    outDir: 'dist/share',
    emptyOutDir: true,
    target: 'node20',
    lib: { entry: 'src/web/share/render.tsx', formats: ['es'], fileName: 'render', cssFileName: 'render' },
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
});
