import { compress } from '@eyrie/web/build/compress';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), compress(`${import.meta.dirname}/dist`)],
  // The map's worker is a module; an IIFE worker would leave the map empty without an error.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The content security policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
  server: {
    host: '127.0.0.1',
    port: 5174,
    proxy: {
      '/nebula-five': server,
      '/admisAuth': server,
      '/objects': server,
      '/mqtt': { target: server, ws: true },
    },
  },
});
