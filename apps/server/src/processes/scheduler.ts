import { limits } from '@eyrie/domain';
import { dropOldChallenges } from '../modules/command/index.ts';
import { dropOldSamples } from '../modules/device/index.ts';
import { cleanUpDeviceLogs } from '../modules/device-health/index.ts';
import type { LeaseService } from '../modules/lease/index.ts';
import { thinTelemetry } from '../modules/telemetry/index.ts';
import { thinDeviceTrack } from '../modules/trajectory/index.ts';
import type { Runtime, Unit } from '../platform/runtime.ts';

export interface SchedulerDependencies {
  leases: LeaseService;
  groupRootOf(dockOID: string): string | null;
  /** Control was lost while the aircraft is in the air and a person had it. */
  controlLost(dockOID: string, groupRoot: string): Promise<void>;
  dropOldNotifications(): Promise<void>;
  /** Ends orders that nobody picked up in their time. */
  expireDrafts(): Promise<unknown>;
  /** Judges devices by their maintenance programmes, and reminds of insurances that end. */
  keepUp(): Promise<void>;
  databaseUp(): boolean;
}

const leaseStep = 1_000;
const draftStep = 3_000;
const dayStep = 3_600_000;
const upkeepStep = 60_000;

/**
 * Timers that any instance may run: every step is safe to run twice at once, so two schedulers need no
 * election.
 */
export const createScheduler = (runtime: Runtime, deps: SchedulerDependencies): Unit => {
  const timers: NodeJS.Timeout[] = [];
  let sweeping = false;

  const sweepLeases = async (): Promise<void> => {
    if (sweeping || !deps.databaseUp()) return;
    sweeping = true;
    try {
      for (const { dockOID, groupRoot } of await deps.leases.sweep(async (oid) => deps.groupRootOf(oid)))
        await deps
          .controlLost(dockOID, groupRoot)
          // The others are reported all the same.
          .catch((error: unknown) =>
            runtime.log.error({ err: error, dock: dockOID }, 'loss of control not reported'),
          );
    } catch (error) {
      runtime.log.warn({ err: error }, 'leases not swept');
    } finally {
      sweeping = false;
    }
  };
  let expiring = false;
  const expireDrafts = async (): Promise<void> => {
    if (expiring || !deps.databaseUp()) return;
    expiring = true;
    try {
      await deps.expireDrafts();
    } catch (error) {
      runtime.log.warn({ err: error }, 'orders past their time not ended');
    } finally {
      expiring = false;
    }
  };
  const cleanUp = async (): Promise<void> => {
    if (!deps.databaseUp()) return;
    try {
      await dropOldChallenges(runtime.db, runtime.serverTime());
      await deps.dropOldNotifications();
      const { keepFullDays, thinToSeconds } = limits.telemetry;
      const keptFull = new Date(runtime.clock.wall() - keepFullDays * 86_400_000);
      await thinTelemetry(runtime.db, keptFull, thinToSeconds);
      await thinDeviceTrack(runtime.db, keptFull, thinToSeconds);
      await cleanUpDeviceLogs(runtime.db, runtime.clock.wall());
      await dropOldSamples(
        runtime.db,
        new Date(runtime.clock.wall() - limits.device.sampleDays * 86_400_000),
      );
    } catch (error) {
      runtime.log.warn({ err: error }, 'old rows not thinned');
    }
  };

  let keepingUp = false;
  const keepUp = async (): Promise<void> => {
    if (keepingUp || !deps.databaseUp()) return;
    keepingUp = true;
    try {
      await deps.keepUp();
    } catch (error) {
      runtime.log.warn({ err: error }, 'maintenance of devices not judged');
    } finally {
      keepingUp = false;
    }
  };

  return {
    name: 'scheduler',
    async start() {
      timers.push(
        setInterval(() => void sweepLeases(), leaseStep),
        setInterval(() => void expireDrafts(), draftStep),
        setInterval(() => void cleanUp(), dayStep),
        setInterval(() => void keepUp(), upkeepStep),
      );
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
};
