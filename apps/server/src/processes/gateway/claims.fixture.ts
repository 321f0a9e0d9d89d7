import type { Runtime } from '../../platform/runtime.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createClaims, type ClaimHandlers } from './claims.ts';
import { beat, type Claim } from './claims.store.ts';

export let rooms: TestRooms;
export let now: number;
/** In the order in which claims are taken. */
export let docks: string[];

export async function openClaims(): Promise<void> {
  rooms = await createTestRooms();
  await rooms.seed('claims', ['operator'], 'Claim-4711!');
  const make = createTestFlights(rooms.runtime);
  docks = [];
  for (let count = 0; count < 4; count += 1) docks.push(await make.dock('claims-operator'));
  docks = docks.toSorted();
}
export const closeClaims = (): Promise<void> => rooms.close();
export const beginClaims = (): void => {
  now = rooms.runtime.serverTime();
};
/** After each test: nobody owns or serves anything, and every dock stands. */
export async function clearClaims(): Promise<void> {
  const { db } = rooms.runtime;
  await db.deleteFrom('gateway_claim').execute();
  await db.deleteFrom('instance').execute();
  await db.updateTable('dock').set({ deleted_at: null, waiting: false }).execute();
}

export const gone = (dockOID: string) =>
  rooms.runtime.db.updateTable('dock').set({ deleted_at: new Date() }).where('oid', '=', dockOID).execute();
export const rows = async () =>
  (await rooms.runtime.db.selectFrom('gateway_claim').selectAll().orderBy('dock_oid').execute()).map(
    (row) => ({
      dock: row.dock_oid,
      by: row.instance_id,
      fence: Number(row.fence),
      until: row.expires_at.getTime(),
    }),
  );
export const alive = (instanceId: string, processes = ['gateway'], at = now) =>
  beat(rooms.runtime.db, { instanceId, startedAt: at, processes }, at);

/** A gateway that shares docks with others, and what it has of them: the fence of each dock. */
export const dividingGateway = (runtime: Runtime, instanceId: string, given: Partial<ClaimHandlers> = {}) => {
  const held = new Map<string, number>();
  const claims = createClaims(
    runtime,
    { instanceId, processes: ['gateway'] },
    {
      gained: async (gained: readonly Claim[]) => {
        await given.gained?.(gained);
        for (const claim of gained) held.set(claim.dockOID, claim.fence);
      },
      lost: async (dockOID: string) => {
        await given.lost?.(dockOID);
        held.delete(dockOID);
      },
      isFlying: given.isFlying ?? (() => false),
    },
  );
  return { claims, held, docks: () => [...held.keys()].toSorted() };
};

/** What a gateway has after it divided the docks once more. */
export const turnOf = async (gateway: ReturnType<typeof dividingGateway>): Promise<string[]> => {
  await gateway.claims.divide();
  return gateway.docks();
};
