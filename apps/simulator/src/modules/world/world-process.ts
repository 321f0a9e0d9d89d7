/** A process of its own, below the others in rank: drawing a land takes seconds of a core. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { makeProducts, productKeys } from './products.ts';

const [folder = '', ...wanted] = process.argv.slice(2);
setPriority(5);
mkdirSync(folder, { recursive: true, mode: 0o700 });
await makeProducts(
  productKeys.filter((key) => wanted.includes(key)),
  (key, zip) => {
    const path = join(folder, `${key}.zip`);
    writeFileSync(`${path}.new`, zip, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  },
  (key, share) => process.send?.({ key, share }),
);
process.disconnect?.();
