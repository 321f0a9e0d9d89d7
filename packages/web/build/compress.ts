import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthwhile = /\.(?:js|css|json|svg|html)$/;
const smallest = 1_000;

/** Writes `.gz` and `.br` beside every text file of the build, so that the server compresses nothing while it flies. */
export const compress = (folder: string): Plugin => ({
  name: 'compress',
  apply: 'build',
  closeBundle() {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !worthwhile.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      if (bytes.length < smallest) continue;
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      const quality = bytes.length > 2_000_000 ? 5 : 9;
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      );
    }
  },
});
