import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the least page that React makes: one form with one field. Gives the folder and how to remove it. */
export async function buildEmptyPage(root: string): Promise<{ folder: string; remove(): void }> {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Below node_modules, so that React is found from there.
  const source = mkdtempSync(join(cache, 'eyrie-bench-'));
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Empty</title><link rel="icon" href="data:,">' +
      '<div id="root"></div><script type="module" src="./main.js"></script>',
  );
  writeFileSync(
    join(source, 'main.js'),
    "import { createElement } from 'react';\nimport { createRoot } from 'react-dom/client';\n" +
      "const field = createElement('input', { type: 'password' });\n" +
      "createRoot(document.querySelector('#root')).render(createElement('form', null, field));\n",
  );
  await build({ root: source, logLevel: 'error', configFile: false, build: { target: 'es2023' } });
  return { folder: join(source, 'dist'), remove: () => rmSync(source, { recursive: true, force: true }) };
}
