/** Where a server of development is reached from the pages that Vite serves. */
const server = 'http://127.0.0.1:8080';

/** What each application in the browser is built with. */
export const buildOptions = {
  outDir: 'dist',
  emptyOutDir: true,
  sourcemap: false,
  target: 'es2023',
  // Every browser of the target knows module preloads by itself.
  modulePreload: { polyfill: false },
  // The content security policy allows no data: fonts or scripts, so nothing is inlined.
  assetsInlineLimit: 0,
  chunkSizeWarningLimit: 1500,
} as const;

/** MapLibre's worker is a module; an IIFE worker would leave the map empty without an error. */
export const workerOptions = { format: 'es' } as const;

/**
 * A server of development that hands on what the product's own server answers.
 * @param paths beginnings of addresses
 * @param sockets the same for WebSockets
 */
export const serverOptions = (port: number, paths: readonly string[], sockets: readonly string[]) => ({
  host: '127.0.0.1',
  port,
  proxy: Object.fromEntries([
    ...paths.map((path) => [path, { target: server }] as const),
    ...sockets.map((path) => [path, { target: server, ws: true }] as const),
  ]),
});
