import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DockMemory, Remembered } from '../modules/dock/index.ts';

/** A small file with what a dock must know after its process was ended. */
export function dockNote(dataDir: string, sn: string): DockMemory {
  const path = join(dataDir, `memory-${sn}.json`);
  const read = (): Remembered => {
    try {
      return { open: null, photos: [], ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Remembered>) };
    } catch {
      return { open: null, photos: [] };
    }
  };
  return {
    read,
    write: (part) => {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.new`, JSON.stringify({ ...read(), ...part }), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}
