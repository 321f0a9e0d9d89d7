import { limits } from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { ownersOf, type Owner } from './drone-home.store.ts';

export interface DroneBinding {
  drone: { oid: string; sn: string; model: string; name: string };
  dock: { oid: string; groupRoot: string; groupOID: string };
}

/**
 * Binds aircraft to docks and controllers of the same organisation, each of these and each aircraft once. An aircraft
 * that belongs to another dock or organisation is left alone: a dock must not be able to claim another's aircraft by
 * naming it. Between a dock and a controller of one organisation it moves, unless it is in use where it is.
 * @param given.heard the docks themselves name them, and no person typed them
 * @param given.at now
 * @returns for each whether it was bound
 */
export const bindDrones = async (
  trx: DbOrTrx,
  bindings: readonly DroneBinding[],
  { heard, at }: { heard: boolean; at: Date },
): Promise<('bound' | 'foreign')[]> => {
  const standing = await lockDocks(trx, bindings);
  const rows = await trx
    .selectFrom('drone')
    .select(['oid', 'sn', 'dock_oid', 'home_oid', 'group_root', 'model', 'name', 'heard'])
    .where(
      'sn',
      'in',
      bindings.map(({ drone }) => drone.sn),
    )
    .where('deleted_at', 'is', null)
    // In one order everywhere, so that two that bind at once cannot wait for each other.
    .orderBy('sn')
    .orderBy('oid')
    .forUpdate()
    .execute();
  const rowOf = ({ drone, dock }: DroneBinding) =>
    rows.find(({ sn, group_root }) => sn === drone.sn && group_root === dock.groupRoot);
  const owners = await ownersOf(
    trx,
    [...rows.flatMap(({ dock_oid }) => dock_oid ?? []), ...standing],
    new Date(at.getTime() - limits.dock.offlineAfter),
  );
  const isForeign = ({ drone, dock }: DroneBinding): boolean => {
    if (!standing.has(dock.oid)) return true;
    return rows.some(
      (row) =>
        row.sn === drone.sn &&
        (row.group_root === dock.groupRoot
          ? row.dock_oid !== null && row.dock_oid !== dock.oid && !mayMove(owners, row.dock_oid, dock.oid)
          : // What somebody elsewhere only typed is nobody's aircraft yet.
            row.heard || row.dock_oid !== null),
    );
  };
  const bound = bindings.filter((binding) => !isForeign(binding));
  if (bound.length > 0) {
    await releaseFormer(trx, bound);
    await takeKnown(
      trx,
      heard,
      bound.flatMap((binding) => {
        const row = rowOf(binding);
        return row ? [{ ...binding, row, homeOID: homeOf(owners, row, binding.dock.oid) }] : [];
      }),
    );
    const fresh = bound.filter((binding) => !rowOf(binding));
    if (fresh.length > 0)
      await trx
        .insertInto('drone')
        .values(
          fresh.map(({ drone, dock }) => ({
            ...drone,
            group_root: dock.groupRoot,
            group_oid: dock.groupOID,
            dock_oid: dock.oid,
            found: heard,
            heard,
          })),
        )
        .execute();
  }
  return bindings.map((binding) => (isForeign(binding) ? 'foreign' : 'bound'));
};

/** Whether an aircraft may go from one to the other: into the hand of a pilot or back, and not while it is in use. */
const mayMove = (owners: ReadonlyMap<string, Owner>, from: string, to: string): boolean => {
  const [owner, next] = [owners.get(from), owners.get(to)];
  if (!owner || !next || owner.inUse) return false;
  return owner.kind === 'remoteController' || next.kind === 'remoteController';
};

/** The dock to which an aircraft goes back that is in the hand of a pilot from now on. */
const homeOf = (
  owners: ReadonlyMap<string, Owner>,
  row: { dock_oid: string | null; home_oid: string | null },
  to: string,
): string | null => {
  if (owners.get(to)?.kind !== 'remoteController') return null;
  const from = row.dock_oid === null ? undefined : owners.get(row.dock_oid);
  return from?.kind === 'dock' ? from.oid : row.home_oid;
};

/**
 * The docks first and in the order in which they are deleted: a deleted one gets no aircraft, and the two never wait for
 * each other.
 */
const lockDocks = async (trx: DbOrTrx, bindings: readonly DroneBinding[]): Promise<Set<string>> => {
  const rows = await trx
    .selectFrom('dock')
    .select('oid')
    .where(
      'oid',
      'in',
      bindings.map(({ dock }) => dock.oid),
    )
    .where('deleted_at', 'is', null)
    .where('retired_at', 'is', null)
    .orderBy('oid')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ oid }) => oid));
};

/** Whatever else was behind these docks is behind them no more. */
const releaseFormer = async (trx: DbOrTrx, bindings: readonly DroneBinding[]): Promise<void> => {
  await sql`
    update drone set dock_oid = null
    from unnest(${bindings.map(({ dock }) => dock.oid)}::uuid[], ${bindings.map(({ drone }) => drone.sn)}::text[])
      as w(dock_oid, sn)
    where drone.dock_oid = w.dock_oid and drone.sn <> w.sn`.execute(trx);
};

const takeKnown = async (
  trx: DbOrTrx,
  heard: boolean,
  bindings: readonly (DroneBinding & {
    row: { oid: string; dock_oid: string | null; model: string; name: string; heard: boolean };
    homeOID: string | null;
  })[],
): Promise<void> => {
  const changed = bindings.filter(
    ({ drone, dock, row }) => row.dock_oid !== dock.oid || row.model !== drone.model || (heard && !row.heard),
  );
  if (changed.length === 0) return;
  // A name that was only the model's moves with the model; one that a person gave stays.
  const nameOf = ({ drone, row }: (typeof changed)[number]): string =>
    row.name === modelName(row.model) ? drone.name : row.name;
  await sql`
    update drone set dock_oid = w.dock_oid, home_oid = w.home_oid, model = w.model, name = w.name,
      heard = drone.heard or ${heard}
    from unnest(
      ${changed.map(({ row }) => row.oid)}::uuid[], ${changed.map(({ dock }) => dock.oid)}::uuid[],
      ${changed.map(({ homeOID }) => homeOID)}::uuid[], ${changed.map(({ drone }) => drone.model)}::text[],
      ${changed.map(nameOf)}::text[]
    ) as w(oid, dock_oid, home_oid, model, name)
    where drone.oid = w.oid`.execute(trx);
};

/** Nothing is behind these docks any more. */
export const releaseDrones = async (trx: DbOrTrx, dockOIDs: readonly string[]): Promise<void> => {
  await trx
    .updateTable('drone')
    .set({ dock_oid: null, home_oid: null })
    .where('dock_oid', 'in', [...dockOIDs])
    .execute();
};
