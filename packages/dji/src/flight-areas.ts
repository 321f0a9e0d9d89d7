import { z } from 'zod';
import type { Service } from './services.ts';
import { part, readOrNull, whole, words } from './tolerant.ts';

/** Lets the dock fetch its custom flight areas again. It powers the aircraft for that. */
export const flightAreasUpdate = (): Service => ({ method: 'flight_areas_update', data: null });

/** The event in which a dock reports how far it is with them. */
export const areaProgressEvent = 'flight_areas_sync_progress';

const shape = z.object({
  status: words,
  reason: whole,
  output: part({ status: words, reason: whole, file: part({ name: words, checksum: words }) }),
  file: part({ name: words, checksum: words }),
});

const states: ReadonlyMap<string, 'synchronising' | 'done' | 'failed'> = new Map([
  ['wait_sync', 'synchronising'],
  ['synchronizing', 'synchronising'],
  ['synchronized', 'done'],
  ['fail', 'failed'],
  ['switch_fail', 'failed'],
]);

export interface AreaProgress {
  state: 'synchronising' | 'done' | 'failed';
  /** 1 to 13 of a failure; null: none was given. */
  reason: number | null;
  /** Of the file that it is about; null: not named. */
  name: string | null;
  checksum: string | null;
}

/** How far a dock is with its areas; null for anything that says nothing of it. */
export const areaProgressOf = (data: unknown): AreaProgress | null => {
  const read = readOrNull(shape, data);
  const state = states.get(read?.status ?? read?.output.status ?? '');
  if (!read || !state) return null;
  const reason = read.reason ?? read.output.reason ?? null;
  const file = read.file.name || read.file.checksum ? read.file : read.output.file;
  return {
    state,
    reason: state === 'failed' ? reason : null,
    name: file.name ?? null,
    checksum: file.checksum ?? null,
  };
};
