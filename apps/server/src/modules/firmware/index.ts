import { limits } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { firmwareEndpoints, type FirmwareEndpointDependencies } from './firmware.endpoints.ts';
import { createFirmwareGateway } from './firmware.gateway.ts';
import { firmwarePlans } from './firmware.plans.ts';
import { rolloutEndpoints } from './rollout.endpoints.ts';
import { createRolloutPass } from './rollout.pass.ts';
import type { ToNotifyRollout } from './rollout.store.ts';
import { endAbandoned } from './upgrade.store.ts';

export { isRolloutUpgrade, type ToNotifyRollout } from './rollout.store.ts';

/** Firmware packages of organisations, and the upgrades of docks and their aircraft. */
export const createFirmware = (runtime: Runtime, { objects }: { objects: Objects }) => ({
  /** What of it the gateway of a dock does. */
  gateway: createFirmwareGateway(runtime),
  plans: firmwarePlans(runtime, { objects }),
  endpoints: (deps: Omit<FirmwareEndpointDependencies, 'objects'>): Endpoint[] => [
    ...firmwareEndpoints({ ...deps, objects, runtime }),
    ...rolloutEndpoints({ runtime, audit: deps.audit }),
  ],
  /** Moves rollouts on, on any server. */
  rolloutPass: (deps: {
    audit: AuditLog;
    notify(rollout: ToNotifyRollout, trx: DbOrTrx): Promise<void>;
  }): (() => Promise<void>) => createRolloutPass(runtime, deps),
  /** Ends upgrades whose dock no server speaks to: their outcome is unknown, and they must not stand open for ever. */
  async sweep(): Promise<void> {
    const now = runtime.serverTime();
    const before = new Date(now - 2 * limits.firmware.silence);
    await endAbandoned(runtime.db, before, new Date(Math.round(now)));
  },
});
export type FirmwareRoom = ReturnType<typeof createFirmware>;
