import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What the sign-in form does not need: component library, router, kept answers, maps, and what checks answers. */
const inside =
  /node_modules\/(?:zod|antd|@ant-design|@rc-component|@formatjs|react-router|@tanstack|maplibre-gl|mqtt)\//;

/** Compressed bytes of the file: with styles and texts the page stays under 110 kB, and rooms to come have their place. */
const mostBytes = 100_000;

/** Fails the build when the sign-in page would bring along what it does not show, or another file. */
export const keepFirstPageSmall = (): Plugin => ({
  name: 'keep-first-page-small',
  apply: 'build',
  generateBundle(_options, bundle) {
    const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
    if (first?.type !== 'chunk') throw new Error('the build made no file for the sign-in page');
    const others = first.imports.filter((path) => !/\/rolldown-runtime-/.test(path));
    if (others.length > 0)
      throw new Error(`the file of the sign-in page waits for others: ${others.join(', ')}`);
    const brought = Object.entries(first.modules)
      .filter(([id, { renderedLength }]) => inside.test(id) && renderedLength > 0)
      .map(([id]) => id);
    if (brought.length > 0)
      throw new Error(
        `the sign-in page brings along ${brought.length} files, such as ${brought.slice(0, 5).join(', ')}`,
      );
    const bytes = gzipSync(first.code, { level: 9 }).length;
    if (bytes > mostBytes)
      throw new Error(
        `the file of the sign-in page has ${bytes} bytes compressed, and may have ${mostBytes}`,
      );
  },
});
