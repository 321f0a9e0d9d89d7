import { blockingItems } from '@eyrie/domain';
import type { AuditLog } from '../modules/audit-log/index.ts';
import { draftScheduledStart } from '../modules/command/index.ts';
import {
  askApproval,
  createArranging,
  createFlightLook,
  createVerdictNow,
  foreseeFlight,
  keepCondition,
  checkRuns,
  type ArrangingDependencies,
  type TurnDependencies,
  type VerdictDependencies,
} from '../modules/flight/index.ts';
import type { SessionRoom } from '../modules/session/index.ts';
import {
  requireFlying,
  type ForeseeDependencies,
  type JudgedRun,
  type Launch,
  type LookedAtRun,
  type TaskRoom,
} from '../modules/task/index.ts';
import { otherDocks } from '../modules/trajectory/index.ts';
import type { CallContext, Caller } from '../platform/http/endpoint.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Runtime } from '../platform/runtime.ts';

/** The surroundings of a call that nobody makes: the server makes it in the name of a member. */
const contextOf = (runtime: Pick<Runtime, 'log'>, caller: Caller, correlationId: string): CallContext => ({
  caller,
  language: 'zh-CN',
  address: '',
  userAgent: '',
  correlationId,
  log: runtime.log,
  file: null,
  setCookie: () => undefined,
  clearCookies: () => undefined,
  cookie: () => undefined,
  range: null,
  token: null,
});

/** What is done in the name of a member who has no session: its row says that the server did it. */
const auditOf = (audit: AuditLog): AuditLog => ({
  ...audit,
  done: (db, { caller, correlationId }, action, detail = {}, dockOID = null) =>
    audit.write(db, {
      groupRoot: caller.groupRoot,
      memberOID: caller.memberOID,
      sessionOID: null,
      address: null,
      dockOID,
      action,
      outcome: 'done',
      detail: { ...detail, byServer: true },
      correlationId,
    }),
});

/** The surroundings of a run: its arranger, as long as that member may let flights begin. @throws Refusal */
const actingIn =
  (runtime: Pick<Runtime, 'log'>, { actingFor }: Pick<SessionRoom, 'actingFor'>) =>
  async ({ oid, memberOID }: Pick<LookedAtRun, 'oid' | 'memberOID'>): Promise<CallContext> => {
    const caller = await actingFor(memberOID);
    if (!caller) throw new Refusal('notSignedIn');
    requireFlying(caller);
    return contextOf(runtime, caller, oid);
  };

/** Whether a run could be flown when it is due, as far as that can be known before. */
export const createRunCheck = (
  runtime: Runtime,
  session: Pick<SessionRoom, 'actingFor'>,
  arranging: ArrangingDependencies & VerdictDependencies,
): ForeseeDependencies['checkFlight'] => {
  const acting = actingIn(runtime, session);
  return async (run) =>
    foreseeFlight(
      runtime,
      arranging,
      { ...run.arrangement, taskOID: run.taskOID, wall: run.wall, at: run.dueAt.getTime() },
      await acting(run),
    );
};

/** The whole verdict on a flight whose turn has come, asked for in the name of whoever lets its arrangement go on. */
export const createTurnVerdict = (
  runtime: Runtime,
  session: Pick<SessionRoom, 'actingFor'>,
  arranging: ArrangingDependencies,
): TurnDependencies['verdictOf'] => {
  const acting = actingIn(runtime, session);
  const verdictNow = createVerdictNow(arranging, createFlightLook(runtime, arranging.routeFlown));
  return async ({ flightOID: oid, memberOID, ...flight }) =>
    (await verdictNow({ oid, ...flight }, await acting({ oid, memberOID })))?.items ?? null;
};

/** Lets the runs of timed tasks fly: arranged and started as a person does it, by the same doors. */
export const createScheduledFlights = (
  runtime: Runtime,
  session: Pick<SessionRoom, 'actingFor'>,
  { launchBy, foreseeBy }: Pick<TaskRoom, 'launchBy' | 'foreseeBy'>,
  arranging: ArrangingDependencies & VerdictDependencies,
): Launch & { foresee(): Promise<void> } => {
  const arrange = createArranging(runtime, { ...arranging, audit: auditOf(arranging.audit), ofRun: true });
  const acting = actingIn(runtime, session);
  const starts = launchBy({
    arrangeFlight: async (run) => arrange({ ...run.arrangement, taskOID: run.taskOID }, await acting(run)),
    draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
    keepCondition,
    async blockedBy(flightOID, dockOID) {
      const gate = await arranging.gateNow(flightOID, dockOID);
      return gate && blockingItems(gate.items).map(({ item }) => item);
    },
    otherDocks: async (run) => otherDocks(runtime, (await acting(run)).caller, run.arrangement),
  });
  const check = createRunCheck(runtime, session, arranging);
  const foresee = foreseeBy({
    async checkFlight(run) {
      try {
        await check(run);
      } catch (error) {
        // Route or regions changed since it was approved: it waits for its approval again, a day before it is due.
        if (error instanceof Refusal && error.reason === 'approvalStale')
          await runtime.db
            .transaction()
            .execute((trx) => askApproval(runtime, trx, { taskOID: run.taskOID }));
        throw error;
      }
    },
  });
  return { ...starts, foresee };
};

/** Why a member may not let flights begin; null: they may. */
const refusedTo = async (
  { actingFor }: Pick<SessionRoom, 'actingFor'>,
  memberOID: string,
): Promise<string | null> => {
  const caller = await actingFor(memberOID);
  if (!caller) return 'notSignedIn';
  try {
    requireFlying(caller);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.reason;
  }
};

/** The verdicts on runs that are to come: people by their rights of now, all else by the rules of the pre-flight check. */
export const createRunJudge =
  (runtime: Runtime, session: Pick<SessionRoom, 'actingFor'>, deps: VerdictDependencies) =>
  async (runs: readonly JudgedRun[]) => {
    const people = new Map<string, string | null>();
    for (const { memberOID } of runs)
      if (!people.has(memberOID)) people.set(memberOID, await refusedTo(session, memberOID));
    return checkRuns(
      runtime,
      deps,
      runs.map(({ dueAt, ...run }) => ({
        ...run,
        at: dueAt.getTime(),
        people: people.get(run.memberOID) ?? null,
      })),
    );
  };
