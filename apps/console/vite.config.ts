import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { compress } from '@eyrie/web/build/compress';
import { buildOptions, serverOptions, workerOptions } from '@eyrie/web/build/options';
import { firstFonts } from './first-fonts.ts';
import { globeAssets } from './globe-assets.ts';
import { skeletonPage } from './skeleton-page.ts';
import { keepFirstPageSmall } from './first-page.ts';
import { terminalWorker } from './terminal-worker.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [
    react(),
    firstFonts(),
    skeletonPage(),
    keepFirstPageSmall(),
    terminalWorker(),
    globeAssets(`${import.meta.dirname}/dist`),
    compress(`${import.meta.dirname}/dist`),
  ],
  worker: workerOptions,
  build: {
    ...buildOptions,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/first-[hash].js',
        codeSplitting: {
          // All that the sign-in page loads in one file: on a slow line each further one costs a round trip.
          groups: [
            { name: 'first', tags: ['$initial'] },
            // With its settings, which must be made before any shape is.
            { name: 'shapes', test: /node_modules\/zod\/|packages\/domain\/src\/no-eval\.ts/ },
          ],
        },
      },
    },
  },
  server: serverOptions(
    5173,
    ['/nebula-five', '/admisAuth', '/objects', '/openapi.json', '/asyncapi.json'],
    ['/mqtt', '/video', '/drc'],
  ),
});
