import { limits, taskCalls, type ParsedRequestOf, type ResponseOf } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { dropChoice, lockChoosable, storeChoice, type ChoosableRun } from './task.choice.store.ts';
import { isStarting } from './task.exception.store.ts';
import type { ScheduleDependencies } from './task.schedule.ts';
import { requireFlying, type TaskList } from './task.service.ts';

const { nowWithin, freeWithin } = limits.task.choice;
const within = { now: nowWithin, nextFree: freeWithin, leave: null } as const;
type Chosen = ResponseOf<typeof taskCalls.chooseRun>;

interface ChoiceDependencies extends Pick<ListDeps, 'audit'>, Pick<ScheduleDependencies, 'cancelFlights'> {
  list: TaskList;
}

/** Somebody was quicker. */
const alreadyChosen = ({ choice, chosenBy }: ChoosableRun, { language }: CallContext): Refusal =>
  new Refusal('runChosen', {
    values: { name: chosenBy ?? '', choice: choice === null ? '' : say(language, `task.choice.${choice}`) },
  });

/**
 * What becomes of a run that was missed. Who is first chooses; its row stays the one of this run, and what flies of it
 * goes the way of every run: arranged, approved, judged, claimed and started once.
 */
const createChoice = (
  { db, newOid, serverTime }: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  { audit, list, cancelFlights }: ChoiceDependencies,
) => {
  const now = (): number => Math.round(serverTime());
  const held = async (trx: DbOrTrx, oid: string, wall: string, context: CallContext) => {
    const [task] = await list.lock(trx, [oid], context);
    const run = task && (await lockChoosable(trx, oid, wall));
    if (!run) throw notFound();
    return { task, run };
  };

  return {
    choose: (
      { oid, wall, choice }: ParsedRequestOf<typeof taskCalls.chooseRun>,
      context: CallContext,
    ): Promise<Chosen> => {
      if (choice !== 'leave') requireFlying(context.caller);
      return db.transaction().execute(async (trx) => {
        const { task, run } = await held(trx, oid, wall, context);
        if (run.choice !== null) throw alreadyChosen(run, context);
        if (run.state !== 'missed' || run.flew || task.arrangement === null)
          throw new Refusal('runNotMissed');
        // Somebody starts its flight by hand, and what becomes of that is not known yet.
        if (run.flightOID !== null && (await isStarting(trx, run.flightOID))) throw new Refusal('runDecided');
        if (choice !== 'leave' && task.paused) throw new Refusal('taskPaused');
        const at = new Date(now());
        const span = within[choice];
        const until = span === null ? null : new Date(at.getTime() + span);
        const { memberOID } = context.caller;
        await storeChoice(trx, run.oid, { choice, memberOID, at, until, startKey: newOid() });
        const { timeZone } = run;
        await audit.done(trx, context, 'task.chooseRun', { taskOID: oid, wall, timeZone, choice });
        return { oid, wall, choice, choiceUntil: until?.getTime() ?? null };
      });
    },
    withdraw: (
      { oid, wall }: ParsedRequestOf<typeof taskCalls.withdrawChoice>,
      context: CallContext,
    ): Promise<Chosen> =>
      db.transaction().execute(async (trx) => {
        const { run } = await held(trx, oid, wall, context);
        const { choice, flightOID, timeZone } = run;
        if (choice === null) throw new Refusal('runNotChosen');
        if (run.state !== 'missed') throw new Refusal('runDecided');
        if (choice !== 'leave' && flightOID !== null) {
          if (await isStarting(trx, flightOID)) throw new Refusal('runDecided');
          await cancelFlights(trx, [flightOID], new Date(now()));
        }
        await dropChoice(trx, run.oid);
        await audit.done(trx, context, 'task.withdrawChoice', { taskOID: oid, wall, timeZone, choice });
        return { oid, wall, choice: null, choiceUntil: null };
      }),
  };
};

export const choiceEndpoints = (
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  deps: ChoiceDependencies,
): Endpoint[] => {
  const { choose, withdraw } = createChoice(runtime, deps);
  return [serve(taskCalls.chooseRun, choose), serve(taskCalls.withdrawChoice, withdraw)];
};
