import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from './product.ts';

/**
 * What the operator's command says of a bundle.
 * @throws Error with its words when it refuses the bundle
 */
export const verified = async ({ dataDir, databaseUrl }: Product, path: string): Promise<string> => {
  const cli = join(import.meta.dirname, '../../apps/server/src/cli.ts');
  const env = {
    ...process.env,
    EYRIE_DATA_DIR: dataDir,
    ...(databaseUrl ? { EYRIE_DATABASE_URL: databaseUrl } : {}),
  };
  return (await promisify(execFile)(process.execPath, [cli, 'verify', path], { env })).stdout;
};
