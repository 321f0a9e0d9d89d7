import type { GroundPlace } from '@eyrie/planner';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { regroup } from './defect.group.ts';
import { placeOf, type ReadGround } from './defect.place.ts';
import {
  dropSightings,
  lockDefects,
  markSighted,
  sightingsByOID,
  unsighted,
  writeSighting,
  type LookedAt,
} from './defect.store.ts';

export interface DefectDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;
  audit: {
    done(db: DbOrTrx, context: CallContext, action: string, detail?: Record<string, unknown>): Promise<void>;
  };
  ground: ReadGround;
  /** Takes orders of findings to where these lie, as far as that is known. */
  placeOrders(trx: DbOrTrx, outcomeOIDs: readonly string[]): Promise<void>;
}

/** Takes confirmed findings into the defects, and takes out what is no longer confirmed. */
export function settling({ runtime, ground, placeOrders }: DefectDeps) {
  const { db, newOid, serverTime } = runtime;

  const settleGroup = (rows: readonly LookedAt[], places: ReadonlyMap<string, GroundPlace | null>) =>
    db.transaction().execute(async (trx) => {
      const [{ groupRoot, groupOID }] = rows as [LookedAt];
      await lockDefects(trx, groupOID);
      const marked = await markSighted(trx, rows);
      const taken = rows.filter(({ oid }) => marked.has(oid));
      const oids = taken.map(({ oid }) => oid);
      const before = await sightingsByOID(trx, oids);
      await dropSightings(
        trx,
        taken.flatMap(({ oid, isConfirmed }) => (isConfirmed ? [] : [oid])),
      );
      for (const row of taken)
        if (row.isConfirmed) await writeSighting(trx, row, places.get(row.oid) ?? null);
      await placeOrders(trx, oids);
      const changed = [...before, ...(await sightingsByOID(trx, oids))];
      const at = new Date(Math.round(serverTime()));
      for (const name of [...new Set(changed.map((one) => one.class))].toSorted())
        await regroup(
          trx,
          { groupRoot, groupOID, class: name },
          changed.filter((one) => one.class === name),
          { newOid, at },
        );
    });

  /** @param oids only these; otherwise the oldest that wait. @returns how many were looked at */
  return async (oids?: readonly string[]): Promise<number> => {
    const rows = await unsighted(db, oids);
    const places = new Map<string, GroundPlace | null>();
    for (const row of rows) if (row.isConfirmed) places.set(row.oid, await placeOf(ground, row));
    for (const groupOID of [...new Set(rows.map((row) => row.groupOID))].toSorted())
      await settleGroup(
        rows.filter((row) => row.groupOID === groupOID),
        places,
      );
    return rows.length;
  };
}
