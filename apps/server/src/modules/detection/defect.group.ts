import {
  connectedWith,
  defectOfGroups,
  gateMost,
  mergedSightings,
  placeOfDefect,
  type Sighting,
} from '@eyrie/domain';
import { bounds, type Bounds } from '@eyrie/geometry';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { dropEmpty, sightingsAround, writeDefect, type StoredSighting } from './defect.store.ts';

const metresPerDegree = 111_195;
/** So often the ground that is looked at grows before it is taken as it is. */
const widest = 6;

const around = (box: Bounds, metres: number): Bounds => {
  const lat = metres / metresPerDegree;
  const lng = lat / Math.max(Math.cos((box.north * Math.PI) / 180), 0.01);
  return { west: box.west - lng, south: box.south - lat, east: box.east + lng, north: box.north + lat };
};
/** Whether everything that is near something in `inner` lies in `outer`. */
const holds = (outer: Bounds, inner: Bounds): boolean => {
  const reach = around(inner, gateMost);
  return (
    reach.west >= outer.west &&
    reach.east <= outer.east &&
    reach.south >= outer.south &&
    reach.north <= outer.north
  );
};
const boundsOf = (all: readonly Pick<Sighting, 'place'>[]): Bounds | null =>
  bounds(all.flatMap(({ place }) => (place ? [place] : [])));

/** Everything that what has changed may change, by whatever chain of near ones. */
async function touchedBy(
  trx: DbOrTrx,
  of: { groupOID: string; class: string },
  changed: readonly Sighting[],
): Promise<StoredSighting[]> {
  const seeds = new Set(changed.map(({ oid }) => oid));
  let box = boundsOf(changed);
  for (let turn = 0; ; turn += 1) {
    const wide: Bounds | null = box && around(box, gateMost * 2 ** (turn + 1));
    const all = await sightingsAround(trx, of, wide, changed);
    // What was taken away is no longer among them: its neighbours are.
    const near = connectedWith(
      [...all, ...changed.filter(({ oid }) => !all.some((one) => one.oid === oid))],
      seeds,
    );
    const found = near.filter(
      (one): one is StoredSighting => 'defectOID' in one && all.some(({ oid }) => oid === one.oid),
    );
    const reached = boundsOf(near);
    if (!wide || !reached || holds(wide, reached) || turn === widest) return found;
    box = reached;
  }
}

/** Makes the defects anew around what has changed: of one class of one department, whose defects are locked. */
export async function regroup(
  trx: DbOrTrx,
  of: { groupRoot: string; groupOID: string; class: string },
  changed: readonly StoredSighting[],
  { newOid, at }: { newOid: Runtime['newOid']; at: Date },
): Promise<void> {
  const touched = await touchedBy(trx, of, changed);
  const groups = mergedSightings(touched);
  const kept = defectOfGroups(groups);
  for (const [index, members] of groups.entries()) {
    const place = placeOfDefect(members);
    const moments = members.map(({ seenAt }) => seenAt.getTime());
    await writeDefect(
      trx,
      {
        oid: kept[index] ?? newOid(),
        group_root: of.groupRoot,
        group_oid: of.groupOID,
        class: of.class,
        lng: place?.lng ?? null,
        lat: place?.lat ?? null,
        radius: place?.radius ?? null,
        first_at: new Date(Math.min(...moments)),
        last_at: new Date(Math.max(...moments)),
        sightings: members.length,
        created_at: at,
      },
      members.map(({ oid }) => oid),
    );
  }
  const before = [...touched, ...changed].flatMap(({ defectOID }) => defectOID ?? []);
  await dropEmpty(trx, [...new Set(before)]);
}
