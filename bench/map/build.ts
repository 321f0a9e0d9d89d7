import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { globeAssets } from '../../apps/console/globe-assets.ts';

/** Builds the page of the benchmark of the map. Gives the folder and how to remove it. */
export async function buildMapPage(root: string): Promise<{ folder: string; remove(): void }> {
  const source = mkdtempSync(join(root, 'bench/map/.page-'));
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Map</title><link rel="icon" href="data:,">' +
      '<style>html,body,#map{margin:0;height:100%}</style>' +
      '<div id="map"></div><script type="module" src="../page.ts"></script>',
  );
  const folder = join(source, 'dist');
  await build({
    root: source,
    base: './',
    logLevel: 'error',
    configFile: false,
    worker: { format: 'es' },
    plugins: [globeAssets(folder)],
    build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 10_000 },
  });
  return { folder, remove: () => rmSync(source, { recursive: true, force: true }) };
}
