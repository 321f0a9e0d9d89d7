import { leaseCalls } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { requireProved } from '../dock/index.ts';
import type { LeaseService } from './lease.service.ts';
import type { LeaseTarget } from './lease.store.ts';

export interface LeaseEndpointDependencies {
  leases: LeaseService;
  /** Finds a dock inside the caller's scope or refuses with notFound. */
  dockInScope(caller: Caller, oid: string): Promise<{ oid: string; groupRoot: string; proved: boolean }>;
  /** Spends the nonce of a confirmation inside the transaction or refuses. */
  spendNonce(
    trx: DbOrTrx,
    caller: Caller,
    dockOID: string,
    method: string,
    nonce: string | undefined,
  ): Promise<void>;
}

/** The calls of control. Each finds the dock in the caller's scope and calls the service. */
export const leaseEndpoints = ({
  leases,
  dockInScope,
  spendNonce,
}: LeaseEndpointDependencies): Endpoint[] => {
  const targetOf = async (
    { caller }: CallContext,
    request: { oid: string; control: LeaseTarget['control'] },
  ): Promise<LeaseTarget> => {
    const dock = await dockInScope(caller, request.oid);
    return { dockOID: dock.oid, groupRoot: dock.groupRoot, control: request.control };
  };
  /** Nobody controls what is not proved to be theirs. */
  const provedTargetOf: typeof targetOf = async (context, request) => {
    requireProved(await dockInScope(context.caller, request.oid));
    return targetOf(context, request);
  };
  return [
    serve(leaseCalls.take, async (request, context) =>
      leases.take(await provedTargetOf(context, request), context, request.tabId),
    ),
    serve(leaseCalls.ask, async (request, context) =>
      leases.ask(await provedTargetOf(context, request), context, request.tabId),
    ),
    serve(leaseCalls.renew, async (request, context) =>
      leases.renew(await targetOf(context, request), context, request.tabId, request.epoch),
    ),
    serve(leaseCalls.release, async (request, context) => {
      await leases.release(await targetOf(context, request), context, request.tabId, request.epoch);
      return { ok: true as const };
    }),
    serve(leaseCalls.answer, async (request, context) =>
      leases.answer(await targetOf(context, request), context, request.tabId, request.accept),
    ),
    serve(leaseCalls.override, async (request, context) => {
      const target = await provedTargetOf(context, request);
      return leases.override(target, context, request.tabId, request.reason, (trx) =>
        spendNonce(trx, context.caller, target.dockOID, 'leaseOverride', request.nonce),
      );
    }),
    serve(leaseCalls.get, async (request, { caller }) => {
      await dockInScope(caller, request.oid);
      return leases.get(request.oid, request.control, caller);
    }),
  ];
};
