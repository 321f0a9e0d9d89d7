import { leaseCalls } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { LeaseService, LeaseTarget } from './lease.service.ts';

export interface LeaseEndpointDependencies {
  leases: LeaseService;
  /** Finds a dock inside the caller's scope or refuses with notFound. */
  dockInScope(caller: Caller, oid: string): Promise<{ oid: string; groupRoot: string }>;
  /** Spends the nonce of a confirmation inside the transaction or refuses. */
  spendNonce(
    trx: DbOrTrx,
    caller: Caller,
    dockOID: string,
    method: string,
    nonce: string | undefined,
  ): Promise<void>;
}

export const leaseEndpoints = ({
  leases,
  dockInScope,
  spendNonce,
}: LeaseEndpointDependencies): Endpoint[] => {
  const targetOf = async (
    caller: Caller,
    request: { oid: string; control: LeaseTarget['control'] },
  ): Promise<LeaseTarget> => {
    const dock = await dockInScope(caller, request.oid);
    return { dockOID: dock.oid, groupRoot: dock.groupRoot, control: request.control };
  };
  return [
    serve(leaseCalls.take, async (request, { caller, address }) =>
      leases.take(await targetOf(caller, request), caller, address, request.tabId),
    ),
    serve(leaseCalls.ask, async (request, { caller, address }) =>
      leases.ask(await targetOf(caller, request), caller, address, request.tabId),
    ),
    serve(leaseCalls.renew, async (request, { caller, address }) =>
      leases.renew(await targetOf(caller, request), caller, address, request.tabId, request.epoch),
    ),
    serve(leaseCalls.release, async (request, { caller, address }) => {
      await leases.release(await targetOf(caller, request), caller, address, request.tabId, request.epoch);
      return { ok: true as const };
    }),
    serve(leaseCalls.answer, async (request, { caller, address }) =>
      leases.answer(await targetOf(caller, request), caller, address, request.tabId, request.accept),
    ),
    serve(leaseCalls.override, async (request, { caller, address }) => {
      const target = await targetOf(caller, request);
      return leases.override(target, caller, address, request.tabId, request.reason, (trx) =>
        spendNonce(trx, caller, target.dockOID, 'leaseOverride', request.nonce),
      );
    }),
    serve(leaseCalls.get, async (request, { caller }) => {
      await dockInScope(caller, request.oid);
      return leases.get(request.oid, request.control, caller);
    }),
  ];
};
