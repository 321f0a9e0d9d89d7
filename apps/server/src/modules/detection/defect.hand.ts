import { limits, type DefectDetail, type ParsedRequestOf, type detectionCalls as calls } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { regroup } from './defect.group.ts';
import { boxAround } from './defect.place.ts';
import type { DefectDeps } from './defect.settle.ts';
import { changeUndone, lastChange, writeChange } from './defect.change.store.ts';
import { defectSeen, defectsIn, ordersOfDefect, sightingsShown } from './defect.shown.store.ts';
import {
  lockDefects,
  markByHand,
  sightingsByOID,
  sightingsOfDefects,
  type DefectRow,
  type StoredSighting,
} from './defect.store.ts';

const bound = limits.detection;
type Defect = NonNullable<Awaited<ReturnType<typeof defectSeen>>>;

async function detailOf(db: DbOrTrx, scope: Scope, defect: Defect): Promise<DefectDetail> {
  const { oid, lng, lat, radius } = defect;
  const here = lng === null || lat === null ? null : { lng, lat };
  const others = here ? await defectsIn(db, defect, boxAround(here, bound.nearby)) : [];
  const nearby = others.map((other) => ({
    oid: other.oid,
    class: other.class,
    sightings: other.sightings,
    lastAt: other.last_at.getTime(),
    metres: here ? distance(here, { lng: other.lng ?? here.lng, lat: other.lat ?? here.lat }) : 0,
  }));
  const change = await lastChange(db, defect.group_oid, oid);
  return {
    oid,
    groupOID: defect.group_oid,
    groupName: defect.group_name,
    class: defect.class,
    lng,
    lat,
    radius,
    firstAt: defect.first_at.getTime(),
    lastAt: defect.last_at.getTime(),
    total: defect.sightings,
    sightings: await sightingsShown(db, scope, oid, bound.sightingsMost),
    nearby: nearby
      .filter(({ metres }) => metres <= bound.nearby)
      .toSorted((a, b) => a.metres - b.metres)
      .slice(0, bound.nearbyMost),
    orders: await ordersOfDefect(db, oid),
    change: change ? { kind: change.kind, by: change.by, at: change.at.getTime() } : null,
  };
}

interface Mark {
  oid: string;
  before: string | null;
  after: string | null;
}
const markOf =
  (hand: string) =>
  ({ oid, hand: before }: StoredSighting): Mark => ({ oid, before, after: hand });

/** The marks by which the last change is taken back. @throws Refusal `defectChanged` once one of them is another */
async function marksBack(
  trx: DbOrTrx,
  last: NonNullable<Awaited<ReturnType<typeof lastChange>>>,
): Promise<Mark[]> {
  const known = new Map((await sightingsByOID(trx, last.outcome_oids)).map(({ oid, hand }) => [oid, hand]));
  const marks = last.outcome_oids.flatMap((oid, index): Mark[] => {
    const [before, after] = [last.hands_after[index] ?? null, last.hands_before[index] ?? null];
    return known.has(oid) ? [{ oid, before, after }] : [];
  });
  if (marks.some(({ oid, before }) => known.get(oid) !== before)) throw new Refusal('defectChanged');
  return marks;
}

/** Marks sightings, and makes the defects anew around them. */
async function marked(
  trx: DbOrTrx,
  { group_root: groupRoot, group_oid: groupOID, class: name }: DefectRow,
  marks: readonly Mark[],
  by: { newOid: Runtime['newOid']; at: Date },
): Promise<void> {
  await markByHand(
    trx,
    marks.map(({ oid, after }) => ({ oid, hand: after })),
  );
  const changed = await sightingsByOID(
    trx,
    marks.map(({ oid }) => oid),
  );
  await regroup(trx, { groupRoot, groupOID, class: name }, changed, by);
}

const defectOfSighting = async (trx: DbOrTrx, oid: string | undefined): Promise<string | null> =>
  oid === undefined ? null : ((await sightingsByOID(trx, [oid]))[0]?.defectOID ?? null);

/** The defect, whose department's defects nobody else changes until the transaction ends. */
async function locked(trx: DbOrTrx, oid: string, { caller }: CallContext): Promise<Defect> {
  const seen = await defectSeen(trx, caller, oid);
  if (!seen) throw notFound();
  await lockDefects(trx, seen.group_oid);
  const defect = await defectSeen(trx, caller, oid);
  if (!defect) throw notFound();
  return defect;
}

/** What people say of defects. */
export function byHand({ runtime, audit }: DefectDeps) {
  const { db, newOid, serverTime } = runtime;
  const now = (): Date => new Date(Math.round(serverTime()));
  const shown = async (oid: string, { caller }: CallContext): Promise<DefectDetail> => {
    const defect = await defectSeen(db, caller, oid);
    if (!defect) throw notFound();
    return detailOf(db, caller, defect);
  };
  const write = async (
    trx: DbOrTrx,
    defect: Defect,
    change: { kind: 'merge' | 'split'; marks: readonly Mark[] },
    { caller: { memberOID } }: CallContext,
  ): Promise<void> => {
    const at = now();
    const { group_root: groupRoot, group_oid: groupOID } = defect;
    await writeChange(trx, { oid: newOid(), groupRoot, groupOID, memberOID, at, ...change });
    await marked(trx, defect, change.marks, { newOid, at });
  };

  return {
    async defectByOID({ oid }: ParsedRequestOf<typeof calls.defectByOID>, { caller }: CallContext) {
      const defect = await defectSeen(db, caller, oid);
      return { defect: defect ? await detailOf(db, caller, defect) : null };
    },
    async mergeDefects({ oid, otherOID }: ParsedRequestOf<typeof calls.mergeDefects>, context: CallContext) {
      const kept = await db.transaction().execute(async (trx) => {
        const defect = await locked(trx, oid, context);
        const other = await defectSeen(trx, context.caller, otherOID);
        if (!other) throw notFound();
        if (other.oid === oid || other.group_oid !== defect.group_oid || other.class !== defect.class)
          throw new Refusal('defectsDiffer');
        const marks = (await sightingsOfDefects(trx, [oid, otherOID])).map(markOf(newOid()));
        await write(trx, defect, { kind: 'merge', marks }, context);
        await audit.done(trx, context, 'detection.mergeDefects', { oid, name: defect.class, otherOID });
        return (await defectOfSighting(trx, marks[0]?.oid)) ?? oid;
      });
      return shown(kept, context);
    },
    async splitDefect({ oid, outcomeOIDs }: ParsedRequestOf<typeof calls.splitDefect>, context: CallContext) {
      const chosen = new Set(outcomeOIDs);
      const kept = await db.transaction().execute(async (trx) => {
        const defect = await locked(trx, oid, context);
        const all = await sightingsOfDefects(trx, [oid]);
        const gone = all.filter((one) => chosen.has(one.oid));
        const left = all.filter((one) => !chosen.has(one.oid));
        if (gone.length !== chosen.size || left.length === 0) throw new Refusal('splitSome');
        const marks = [...gone.map(markOf(newOid())), ...left.map(markOf(newOid()))];
        await write(trx, defect, { kind: 'split', marks }, context);
        await audit.done(trx, context, 'detection.splitDefect', { oid, name: defect.class, outcomeOIDs });
        return (await defectOfSighting(trx, left[0]?.oid)) ?? oid;
      });
      return shown(kept, context);
    },
    async undoDefect({ oid }: ParsedRequestOf<typeof calls.undoDefect>, context: CallContext) {
      const kept = await db.transaction().execute(async (trx) => {
        const defect = await locked(trx, oid, context);
        const last = await lastChange(trx, defect.group_oid, oid);
        if (!last) throw new Refusal('defectChanged');
        const marks = await marksBack(trx, last);
        await changeUndone(trx, last.oid, now());
        await marked(trx, defect, marks, { newOid, at: now() });
        await audit.done(trx, context, 'detection.undoDefect', { oid, name: defect.class, kind: last.kind });
        return (await defectOfSighting(trx, marks[0]?.oid)) ?? oid;
      });
      return shown(kept, context);
    },
  };
}
