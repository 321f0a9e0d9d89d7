import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What only the pages behind the sign-in need: component library, router, kept answers, maps. */
const inside =
  /node_modules\/(?:antd|@ant-design|@rc-component|@formatjs|react-router|@tanstack|maplibre-gl|mqtt)\//;

/** Compressed bytes of the file. Lower it with every part that leaves. */
const mostBytes = 132_000;

/**
 * Fails the build when the sign-in page would bring along what it does not show.
 * @param name of the file that holds all that the sign-in page loads
 */
export const keepFirstPageSmall = (name: string): Plugin => ({
  name: 'keep-first-page-small',
  apply: 'build',
  generateBundle(_options, bundle) {
    const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
    if (first?.type !== 'chunk') throw new Error(`the build made no file "${name}" for the sign-in page`);
    const brought = Object.entries(first.modules)
      .filter(([id, { renderedLength }]) => inside.test(id) && renderedLength > 0)
      .map(([id]) => id);
    if (brought.length > 0)
      throw new Error(`the sign-in page brings along ${brought.length} files, such as ${brought[0]}`);
    const bytes = gzipSync(first.code, { level: 9 }).length;
    if (bytes > mostBytes)
      throw new Error(
        `the file of the sign-in page has ${bytes} bytes compressed, and may have ${mostBytes}`,
      );
  },
});
