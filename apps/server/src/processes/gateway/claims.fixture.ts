import type { Runtime } from '../../platform/runtime.ts';
import { createClaims, type ClaimHandlers } from './claims.ts';
import type { Claim } from './claims.store.ts';

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
export const turnOf = async ({ claims, docks }: ReturnType<typeof dividingGateway>): Promise<string[]> => {
  await claims.divide();
  return docks();
};
