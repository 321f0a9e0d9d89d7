import { limits, passingItems, type GateItemName } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { obstacleOf } from './obstacle.ts';
import { dockRuns } from './task.conflict.store.ts';
import {
  lockDueRun,
  recordObstacle,
  type ComingRun,
  type DueRun,
  type FoundRun,
} from './task.launch.store.ts';
import { giveOtherFlight, oneOfDock, seekOtherDock, storeWait, type Hold } from './task.queue.store.ts';

const { again, seekFor, docksMost } = limits.task.queue;
const minute = 60_000;

export interface QueueDependencies {
  /** Items that keep a flight from beginning now, as the gateway of its dock judges it; null: no gateway answers. */
  blockedBy?(flightOID: string, dockOID: string): Promise<readonly GateItemName[] | null>;
  /** Docks of the same department that are able to fly it instead, the nearest first. */
  otherDocks?(run: ComingRun): Promise<readonly string[]>;
}

/**
 * What holds a run by the items that keep its flight from beginning; null: nothing that passes by itself.
 * @param conditional it has a window of its own to wait in: what a task says of a busy dock says nothing of flights elsewhere
 */
export const holdBy = (items: readonly string[], conditional: boolean): Hold | null => {
  if ([...passingItems].some((item) => items.includes(item))) return 'dockBusy';
  return conditional && items.includes('neighbours') ? 'flightNear' : null;
};

/**
 * What a run does whose dock is busy when it is due, by the choice of its task or organisation: it waits, or flies from
 * another dock. Its row stays the one that is planned, so that it still begins once.
 */
export const createQueue = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>,
  { blockedBy = async () => null, otherDocks = async () => [] }: QueueDependencies,
) => {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  const holdOf = async ({ flightOID, dockOID, conditional }: FoundRun): Promise<Hold | null> => {
    const items = await blockedBy(flightOID, dockOID).catch(() => null);
    return holdBy(items ?? [], conditional);
  };

  const queue = async (
    trx: DbOrTrx,
    run: DueRun,
    { hold, cancelFlight }: { hold: Hold; cancelFlight(): Promise<void> },
  ): Promise<void> => {
    const at = now();
    if (
      run.conditionUntil === null &&
      run.busyDock === 'next' &&
      run.choice === null &&
      run.otherDockOID === null &&
      run.waitUntil === null
    ) {
      await cancelFlight();
      return seekOtherDock(trx, run.oid, { until: new Date(at + seekFor), at: new Date(at) });
    }
    const until =
      run.conditionUntil ?? run.waitUntil ?? new Date(run.dueAt.getTime() + run.busyMinutes * minute);
    return storeWait(trx, run.oid, { hold, until, at: new Date(at) });
  };

  /** One that was missed does not take the dock from another run that comes while it would fly. */
  const isInTheWay = async (trx: DbOrTrx, run: DueRun): Promise<boolean> => {
    if (run.choice !== 'nextFree') return false;
    const { taskOID, wall, dockOID, arrangement } = run;
    const place = { taskOID, wall, dockOID, routeOID: arrangement.routeOID, at: new Date(now()) };
    return (await dockRuns(trx, null, place)).length > 0;
  };

  return {
    /** A due run of a task that does not give up at once: it begins where nothing holds it, and is queued where not. */
    async beginOrQueue(
      found: FoundRun,
      launchOne: (trx: DbOrTrx, run: DueRun) => Promise<void>,
      cancelFlight: (trx: DbOrTrx, run: DueRun) => Promise<void>,
    ): Promise<void> {
      const { waitUntil, lookedAt } = found;
      if (waitUntil !== null && lookedAt !== null && now() - lookedAt.getTime() < again) return;
      const holding = await holdOf(found);
      await db.transaction().execute(async (trx) => {
        await oneOfDock(trx, found.dockOID);
        const run = await lockDueRun(trx, found.oid);
        if (!run) return;
        const taken = run.startBeside || (await isInTheWay(trx, run));
        const hold = taken ? 'dockBusy' : holding;
        const waits = run.flightState === 'created' && !run.starting;
        await (waits && hold !== null
          ? queue(trx, run, { hold, cancelFlight: () => cancelFlight(trx, run) })
          : launchOne(trx, run));
      });
    },
    /** Arranges the flight of a run that seeks another dock, on the first that takes it. */
    async arrangeElsewhere(
      run: ComingRun,
      arrangeFlight: (run: ComingRun) => Promise<string>,
      takeBack: (flightOID: string) => Promise<void>,
    ): Promise<void> {
      let obstacle = obstacleOf(new Refusal('noOtherDock'));
      for (const dockOID of (await otherDocks(run)).slice(0, docksMost))
        try {
          const flightOID = await arrangeFlight({ ...run, arrangement: { ...run.arrangement, dockOID } });
          if (!(await giveOtherFlight(db, run.oid, { flightOID, dockOID }))) await takeBack(flightOID);
          return;
        } catch (error) {
          obstacle = obstacleOf(error);
        }
      await recordObstacle(db, run.oid, obstacle, new Date(now()));
    },
  };
};
