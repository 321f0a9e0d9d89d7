import { randomBytes } from 'node:crypto';
import { drcCalls, drcSocketPath, isHeld, limits, type DrcState, type StickHolder } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashSecret } from '../../platform/device-secret.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { requireProved } from '../dock/index.ts';
import { readLease } from '../lease/index.ts';
import { insertCode } from './drc.store.ts';

/** How the sticks of a dock stand, and who flies. */
export interface DrcNow {
  state: DrcState;
  holder: StickHolder;
}

/**
 * Asked of the gateway that has the dock; null: nobody flies it by sticks, or none answers.
 * @param epoch what flies under an earlier number of the lease has ended before the answer
 */
export type AskSticks = (dockOID: string, epoch?: number) => Promise<DrcNow | null>;

export interface DrcEndpointDependencies {
  dockInScope(caller: Caller, oid: string): Promise<{ oid: string; proved: boolean }>;
  drcNow: AskSticks;
}

export const drcEndpoints = (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { dockInScope, drcNow }: DrcEndpointDependencies,
): Endpoint[] => [
  serve(drcCalls.connect, async ({ oid, tabId }, { caller: { sessionOID, ...caller } }) => {
    requireProved(await dockInScope({ sessionOID, ...caller }, oid));
    const now = serverTime();
    const lease = await readLease(db, oid, 'flight', now);
    if (!isHeld(lease, now) || lease.holder?.sessionOID !== sessionOID) throw new Refusal('controlMissing');
    if (lease.holder.tabId !== tabId) throw new Refusal('controlOtherTab');
    const flown = await drcNow(oid);
    const own = flown?.holder.sessionOID === sessionOID && flown.holder.tabId === tabId;
    if (!own || flown.holder.epoch !== lease.epoch || !flown.state.forwarding)
      throw new Refusal('drcMissing');
    const code = randomBytes(24).toString('base64url');
    const expiresAt = Math.round(now + limits.drc.codeLife);
    await insertCode(db, hashSecret(code), { dockOID: oid, sessionOID, tabId }, new Date(expiresAt));
    return { path: drcSocketPath, code, expiresAt };
  }),
  serve(drcCalls.info, async ({ oid }, { caller }) => {
    await dockInScope(caller, oid);
    const now = serverTime();
    const lease = await readLease(db, oid, 'flight', now);
    const { holder, holderName } = lease;
    const held = isHeld(lease, now) && holder !== null;
    return {
      holder: held
        ? { oid: holder.memberOID, name: holderName ?? '–', mine: holder.memberOID === caller.memberOID }
        : null,
      state: (await drcNow(oid))?.state ?? null,
    };
  }),
];
