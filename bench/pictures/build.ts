import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds a page of the benchmark of live pictures. Gives the folder and how to remove it.
 * @param page name of its program
 */
export async function buildPicturesPage(
  root: string,
  page: 'page' | 'day-page' = 'page',
): Promise<{ folder: string; remove(): void }> {
  const source = mkdtempSync(join(root, 'bench/pictures/.page-'));
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Pictures</title><link rel="icon" href="data:,">' +
      `<script type="module" src="../${page}.ts"></script>`,
  );
  await build({
    root: source,
    base: './',
    logLevel: 'error',
    configFile: false,
    build: { target: 'es2023', chunkSizeWarningLimit: 10_000 },
  });
  return {
    folder: join(source, 'dist'),
    remove: () => rmSync(source, { recursive: true, force: true }),
  };
}
