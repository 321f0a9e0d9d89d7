import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc, type Plugin, type Rolldown } from 'vite';

/** The globe is too large to be kept; without a connection the map is flat. */
const tooLarge = /node_modules\/@cesium\//;

interface Metadata {
  importedCss: Set<string>;
  importedAssets: Set<string>;
}

type Bundle = Rolldown.OutputBundle;

/** Pages for the field: the last part of their address, and the file that shows them without a connection. */
const keptPages = {
  RouteSetTerminal: { source: '/src/app/terminal.tsx', withParts: true },
  // What its order shows from other rooms, such as the comparison of pictures, is asked of the server in any case.
  WorkOrderField: { source: '/src/app/field-away.tsx', withParts: false },
} as const;
type KeptPage = (typeof keptPages)[keyof typeof keptPages];

/** Every file that a page for the field may ask for, by what imports what. */
function filesOfPage(bundle: Bundle, { source, withParts }: KeptPage): string[] {
  const files = new Set<string>();
  const walk = (name: string, follow: (next: Rolldown.OutputChunk) => boolean): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    const { importedCss, importedAssets } = (chunk as unknown as { viteMetadata?: Metadata })
      .viteMetadata ?? {
      importedCss: new Set<string>(),
      importedAssets: new Set<string>(),
    };
    for (const one of [...importedCss, ...importedAssets]) if (!one.endsWith('.woff2')) files.add(one);
    for (const next of chunk.imports) walk(next, follow);
    for (const next of chunk.dynamicImports) {
      const found = bundle[next];
      if (found?.type === 'chunk' && follow(found)) walk(next, follow);
    }
  };
  const comesFrom = (chunk: Rolldown.OutputChunk, path: string): boolean =>
    (chunk.facadeModuleId ?? '').replaceAll('\\', '/').includes(path);
  const light = ({ moduleIds }: Rolldown.OutputChunk): boolean =>
    !moduleIds.some((id) => tooLarge.test(id.replaceAll('\\', '/')));
  const first = Object.values(bundle).find((one) => one.type === 'chunk' && comesFrom(one, source));
  if (first?.type !== 'chunk') throw new Error(`the build made no file of ${source}`);
  // The first file leads to every page: of what it brings later only texts belong here.
  for (const one of Object.values(bundle))
    if (one.type === 'chunk' && one.isEntry)
      walk(
        one.fileName,
        (next) => comesFrom(next, '/packages/phrases/src/') || comesFrom(next, '/src/platform/'),
      );
  walk(first.fileName, withParts ? light : () => false);
  for (const one of Object.keys(bundle))
    if (
      /^assets\/(?:first-fonts|first)-[\w-]+\.css$/.test(one) ||
      (withParts && /(?:worker|egm96)[^/]*-[\w-]{8}\.m?js$/i.test(one))
    )
      files.add(one);
  return [...files].filter((one) => one.startsWith('assets/')).toSorted();
}

/** Writes the service worker of the pages for the field, with the lists of the files that it keeps of them. */
export const terminalWorker = (): Plugin => ({
  name: 'terminal-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const files = Object.fromEntries(
      Object.entries(keptPages).map(([name, page]) => [name, filesOfPage(bundle, page)]),
    );
    const source = (name: string): string =>
      readFileSync(join(import.meta.dirname, 'src/terminal-worker', name), 'utf8');
    // Two small files without imports of others: joined, they need no bundler of their own.
    const joined =
      `${source('kept-files.ts')}\n${source('worker.ts').replace(/^import .*$/m, '')}`.replaceAll(
        /^export /gm,
        '',
      );
    const { code } = await transformWithOxc(joined, 'worker.ts');
    const page = createHash('sha256').update(code).update(JSON.stringify(files)).digest('hex').slice(0, 16);
    this.emitFile({
      type: 'asset',
      // Beside the page: what a worker may keep lies at its own address or below.
      fileName: 'terminal-worker.js',
      source: `const terminalVersion=${JSON.stringify(page)};\nconst terminalFiles=${JSON.stringify(files)};\n${code}`,
    });
  },
});
