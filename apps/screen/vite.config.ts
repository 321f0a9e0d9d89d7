import { compress } from '@eyrie/web/build/compress';
import { buildOptions, serverOptions, workerOptions } from '@eyrie/web/build/options';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), compress(`${import.meta.dirname}/dist`)],
  worker: workerOptions,
  build: buildOptions,
  server: serverOptions(5174, ['/nebula-five', '/admisAuth', '/objects'], ['/mqtt']),
});
