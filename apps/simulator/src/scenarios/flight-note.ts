import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DockMemory, OpenFlight } from '../modules/dock/index.ts';

/** A file that lives as long as a flight does. */
export function flightNote(dataDir: string, sn: string): DockMemory {
  const path = join(dataDir, `flight-${sn}.json`);
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as OpenFlight;
      } catch {
        return null;
      }
    },
    write: (flight) => {
      if (!flight) return rmSync(path, { force: true });
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      return writeFileSync(path, JSON.stringify(flight), { mode: 0o600 });
    },
  };
}
