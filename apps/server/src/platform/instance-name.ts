import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { birthOf, isAlive } from './process-life.ts';

interface Kept {
  name: string;
  pid: number;
  birth: string;
}

const fresh = (): string =>
  `${hostname()
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 40)}-${randomBytes(3).toString('hex')}`;

const read = async (path: string): Promise<Kept | null> => {
  try {
    const kept = JSON.parse(await readFile(path, 'utf8')) as Partial<Kept>;
    return typeof kept.name === 'string' && typeof kept.pid === 'number'
      ? { name: kept.name, pid: kept.pid, birth: kept.birth ?? '' }
      : null;
  } catch {
    return null;
  }
};

/**
 * The name under which this server owns docks. It lies in the data directory, so that a server that was killed
 * takes its docks back at once instead of waiting until its former self counts as dead. A second server that
 * runs on the same directory at the same time gets a name of its own.
 */
export const instanceName = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'instance.json');
  const kept = await read(path);
  const taken =
    kept !== null && kept.pid !== process.pid && isAlive(kept.pid) && birthOf(kept.pid) === kept.birth;
  if (kept && taken) return `${kept.name}-${process.pid}`;
  const name = kept?.name ?? fresh();
  const now: Kept = { name, pid: process.pid, birth: birthOf(process.pid) };
  await writeFile(`${path}.${process.pid}`, JSON.stringify(now), { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
  return name;
};
