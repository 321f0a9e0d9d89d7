import { expand, prove } from './expand.ts';
import type { KmzLimits } from './limits.ts';
import { readZip } from './zip.ts';

/**
 * The files of an archive that are wanted, expanded; of all others it is proved that they are no bombs.
 *
 * @throws KmzRefused
 */
export function filesOf(
  bytes: Uint8Array,
  limits: KmzLimits,
  wanted: (name: string) => boolean,
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readZip(bytes, limits)) {
    if (entry.folder) continue;
    if (wanted(entry.name)) files.set(entry.name, expand(entry));
    else prove(entry);
  }
  return files;
}
