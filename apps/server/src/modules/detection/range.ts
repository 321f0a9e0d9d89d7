import { isBeyondRange } from '@eyrie/domain';
import { placeOf } from './defect.place.ts';
import type { DefectDeps } from './defect.settle.ts';
import { unmeasured, writeMeasured, type Measured } from './range.store.ts';

/** Looks how far findings lie whose flights search within a range. */
export const rangeMeasuring =
  ({ runtime: { db }, ground }: Pick<DefectDeps, 'runtime' | 'ground'>) =>
  /** @returns how many were looked at */
  async (): Promise<number> => {
    const rows = await unmeasured(db);
    const all: Measured[] = [];
    for (const row of rows) {
      const seen = (await placeOf(ground, row))?.seen ?? null;
      all.push({ oid: row.oid, version: row.version, seen, beyond: isBeyondRange(seen, row.aiRange) });
    }
    if (all.length > 0) await writeMeasured(db, all);
    return rows.length;
  };
