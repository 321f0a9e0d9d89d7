import { limits } from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { eachAlone } from './each-alone.ts';
import { obstacleOf, type Obstacle } from './obstacle.ts';
import {
  dueRuns,
  giveFlight,
  lockDueRun,
  lockSettledRun,
  passingRefusals,
  planAgain,
  recordObstacle,
  runsToArrange,
  settledRuns,
  type ComingRun,
  type DueRun,
  type OrderedRun,
} from './task.launch.store.ts';
import { createQueue, holdBy, type QueueDependencies } from './task.queue.ts';
import { docksOfRun } from './task.queue.store.ts';
import type { ReasonValues } from './task.occurrence.store.ts';
import type { Decisions, ScheduleDependencies } from './task.schedule.ts';

const { arrangeAhead, arrangeAgain, choice, launchAtOnce } = limits.task;
const minute = 60_000;

export interface LaunchDependencies extends Pick<ScheduleDependencies, 'cancelFlights'>, QueueDependencies {
  /** Keeps what the flight of a run waits for at its dock, in the transaction that gives the run this flight. */
  keepCondition(
    trx: DbOrTrx,
    flightOID: string,
    condition: { battery: number; storage: number | null; beginsAt: Date; endsAt: Date },
  ): Promise<void>;
  /**
   * Arranges the flight of a run as its arranger would now, with their rights of now.
   * @returns its oid
   * @throws Refusal when it cannot be arranged
   */
  arrangeFlight(run: ComingRun): Promise<string>;
  /**
   * Drafts the start in the transaction that decides about the run. Its gateway judges the pre-flight gate, the lease and
   * the arranger once more before it sends. False: no gateway speaks to the dock.
   */
  draftStart(
    trx: DbOrTrx,
    start: { dock: { oid: string; groupRoot: string }; flightOID: string; memberOID: string; key: string },
  ): Promise<boolean>;
}

/** Values of an order's reason, as its row keeps them. */
const valuesOf = ({ commandDetail, commandCode }: OrderedRun): ReasonValues | null => {
  const kept = commandDetail?.startsWith('{') ? (JSON.parse(commandDetail) as object) : {};
  const plain = Object.entries(kept).filter(([, value]) => ['string', 'number'].includes(typeof value));
  const values = { ...Object.fromEntries(plain), ...(commandCode === null ? {} : { code: commandCode }) };
  return Object.keys(values).length > 0 ? values : null;
};

/** Why a run that began did so late, or from another dock. */
const queuedFor = async (
  trx: DbOrTrx,
  { oid, otherDockOID, waitUntil, dueAt, begunAt, chosenBy, conditional }: OrderedRun,
): Promise<{ reason: string | null; values: ReasonValues | null }> => {
  const docks = otherDockOID === null ? undefined : await docksOfRun(trx, oid);
  if (docks) return { reason: 'otherDock', values: docks };
  if (begunAt === null) return { reason: null, values: null };
  const minutes = Math.max(0, Math.round((begunAt.getTime() - dueAt.getTime()) / minute));
  if (chosenBy !== null) return { reason: 'chosenLater', values: { name: chosenBy, minutes } };
  if (conditional) return { reason: 'metCondition', values: { minutes } };
  return waitUntil === null
    ? { reason: null, values: null }
    : { reason: 'waitedForDock', values: { minutes } };
};

/**
 * How a run goes on whose order came to nothing before anything left: within its time, or waiting until a moment.
 * @returns null: it does not
 */
const goesOn = (run: OrderedRun, obstacle: Obstacle): { obstacle: Obstacle; until: Date | null } | null => {
  if (!run.mayStartAgain) return null;
  // A server that died leaves its docks to another, which has yet to hear them.
  if (passingRefusals.some((reason) => reason === obstacle.reason)) return { obstacle, until: null };
  if (obstacle.reason !== 'gateBlocked') return null;
  if (run.gateAwaitsReports) return { obstacle, until: null };
  if (run.conditionUntil === null) return null;
  // Nothing held it when it was ordered; its gateway found what came between.
  const hold = holdBy(String(obstacle.values?.['items'] ?? '').split(', '), true);
  return hold && { obstacle: { reason: hold, values: null }, until: run.conditionUntil };
};

const notBegun: ReadonlySet<string> = new Set(['failed', 'expired', 'rejected']);

/** Sees what became of orders that were given. */
const createSettling = (
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>,
  decide: Decisions['decide'],
): (() => Promise<void>) => {
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  /** What became of its order. */
  const settleOne = async (trx: DbOrTrx, run: OrderedRun): Promise<void> => {
    const from = 'launching';
    if (run.begun) await decide(trx, run, { from, state: 'launched', ...(await queuedFor(trx, run)) });
    else if (!notBegun.has(run.commandState))
      // The order left, and its flight is over without a sign that it began.
      await decide(trx, run, { from, state: 'launched', reason: 'startUnknown' });
    else {
      const obstacle = { reason: run.commandReason ?? run.commandState, values: valuesOf(run) };
      const again = goesOn(run, obstacle);
      if (again) await planAgain(trx, run.oid, { ...again, startKey: runtime.newOid(), at: now() });
      else await decide(trx, run, { from, state: 'missed', ...obstacle });
    }
  };

  return async () => {
    await eachAlone(runtime, await settledRuns(runtime.db, launchAtOnce), async (trx, oid) => {
      const run = await lockSettledRun(trx, oid, now());
      if (run) await settleOne(trx, run);
    });
  };
};

const awaitsCondition = ({ arrangement: { condition } }: DueRun) => ({
  reason: 'awaitsCondition',
  values: { battery: condition?.battery ?? 0 },
});

/** With its flight a run is given what that waits for, or neither. */
const createGiving =
  (db: Runtime['db'], keepCondition: LaunchDependencies['keepCondition']) =>
  ({ oid, dueAt, arrangement, conditionUntil }: ComingRun, flightOID: string): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      if (!(await giveFlight(trx, oid, flightOID))) return false;
      const { condition } = arrangement;
      if (!condition || conditionUntil === null) return true;
      const { battery, storage = null } = condition;
      await keepCondition(trx, flightOID, { battery, storage, beginsAt: dueAt, endsAt: conditionUntil });
      return true;
    });

/**
 * Lets the runs of timed tasks fly: each becomes one flight shortly before it is due, and that flight is started once, by
 * the order that every start is. A run that could not be started within its time is missed.
 */
export const createLaunch = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log' | 'newOid'>,
  { decide, notify }: Decisions,
  { arrangeFlight, draftStart, cancelFlights, keepCondition, ...queueing }: LaunchDependencies,
) => {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());
  const within = (ahead: number) => ({
    now: new Date(now()),
    until: new Date(now() + ahead),
    most: launchAtOnce,
  });

  const queue = createQueue(runtime, queueing);
  const give = createGiving(db, keepCondition);
  const takeBack = (flightOID: string): Promise<void> =>
    db.transaction().execute((trx) => cancelFlights(trx, [flightOID], new Date(now())));

  const arrangeOne = async (run: ComingRun): Promise<void> => {
    if (run.seeksDock) return queue.arrangeElsewhere(run, arrangeFlight, takeBack);
    let flightOID: string;
    try {
      flightOID = await arrangeFlight(run);
    } catch (error) {
      return recordObstacle(db, run.oid, obstacleOf(error), new Date(now()));
    }
    // It was taken back while its flight was arranged, or another server was quicker.
    if (!(await give(run, flightOID))) await takeBack(flightOID);
  };

  const launchOne = async (trx: DbOrTrx, run: DueRun): Promise<void> => {
    const { oid, state: from, startKey: key, groupRoot, dockOID, flightOID, memberOID } = run;
    // Somebody was quicker by hand.
    if (run.flightState === 'inFlight')
      return decide(trx, run, { from, state: 'launched', reason: 'byHand' });
    if (run.flightState === 'over')
      return decide(trx, run, { from, state: 'skipped', reason: 'flightRemoved' });
    // By hand too: the flight says in the end whether it began, and waits again where it did not.
    if (run.starting) return;
    if (run.conditionUntil !== null && run.readyAt === null)
      return recordObstacle(trx, oid, awaitsCondition(run), new Date(now()));
    const dock = { oid: dockOID, groupRoot };
    if (await draftStart(trx, { dock, flightOID, memberOID, key }))
      return decide(trx, run, { from, state: 'launching', reason: null });
    // As long as it is in time the dock may yet come.
    return recordObstacle(trx, oid, { reason: 'dockOffline', values: null }, new Date(now()));
  };

  const launchDue = async (): Promise<void> => {
    const due = await dueRuns(db, within(0));
    const atOnce = due.filter(({ mayWait }) => !mayWait).map(({ oid }) => oid);
    await eachAlone(runtime, atOnce, async (trx, oid) => {
      const run = await lockDueRun(trx, oid);
      if (run) await launchOne(trx, run);
    });
    // Gateways are asked about these; what begins at once does not wait for that.
    await Promise.all(
      due
        .filter(({ mayWait }) => mayWait)
        .map((found) =>
          queue
            .beginOrQueue(found, launchOne, (trx, { flightOID }) =>
              cancelFlights(trx, [flightOID], new Date(now())),
            )
            .catch((err: unknown) =>
              runtime.log.error({ err, run: found.oid }, 'a run whose dock may be busy was left as it is'),
            ),
        ),
    );
  };

  const settle = createSettling(runtime, decide);

  return {
    /** Timer step: arranges the flights of runs that come soon, those that are due first. */
    async arrange(): Promise<void> {
      const again = new Date(now() + arrangeAgain);
      const lookedBefore = new Date(now() - choice.again);
      const span = { ...within(arrangeAhead), again, ahead: arrangeAhead, lookedBefore };
      for (const run of await runsToArrange(db, span))
        await arrangeOne(run).catch((err: unknown) =>
          runtime.log.error({ err, run: run.oid }, 'the flight of a run was not arranged'),
        );
    },
    /** Timer step, safe on several servers at once: starts what is due, and sees what became of what was started. */
    async launch(): Promise<void> {
      await launchDue();
      await settle();
      await notify();
    },
  };
};
export type Launch = ReturnType<typeof createLaunch>;
