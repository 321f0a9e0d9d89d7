import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { compress } from '@eyrie/web/build/compress';
import { firstFonts } from './first-fonts.ts';
import { globeAssets } from './globe-assets.ts';
import { skeletonPage } from './skeleton-page.ts';
import { keepFirstPageSmall } from './first-page.ts';
import { terminalWorker } from './terminal-worker.ts';

const server = 'http://127.0.0.1:8080';

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
  // MapLibre's worker is a module; an IIFE worker would leave the map empty without an error.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // Every browser of the target knows module preloads by itself.
    modulePreload: { polyfill: false },
    // The content security policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
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
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/nebula-five': server,
      '/admisAuth': server,
      '/objects': server,
      '/openapi.json': server,
      '/asyncapi.json': server,
      '/mqtt': { target: server, ws: true },
      '/video': { target: server, ws: true },
    },
  },
});
