import {
  limits,
  type RunConflict,
  type RunException,
  type TaskArrangement,
  type TaskSchedule,
} from '@eyrie/domain';
import { runsAfter, wallOf } from '@eyrie/domain/recurrence';
import type { CallContext, Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isTransient, obstacleOf, type Obstacle } from './obstacle.ts';
import { dockFlight, dockRuns } from './task.conflict.store.ts';
import type { ForeseeDependencies } from './task.foresee.ts';

/** A run at a time that it could be moved to. */
export interface MovedRun {
  taskOID: string;
  wall: string;
  at: number;
  schedule: TaskSchedule;
  exceptions: readonly RunException[];
  arrangement: TaskArrangement;
  memberOID: string;
}

const shown = (at: number, { timeZone }: TaskSchedule): string =>
  wallOf(at, timeZone).slice(0, 16).replace('T', ' ');

/** Whether the task has another run at that very moment: of the two only one could be planned. */
const meetsOwn = ({ wall, at, schedule, exceptions }: MovedRun): boolean => {
  const others = [...exceptions.filter((one) => one.wall !== wall), { wall, movedTo: null }];
  return runsAfter(schedule, at - 1, 1, others)[0]?.at === at;
};

/** What the database says against a run at a time: all that can change between the look and the save. */
export const standingConflicts = async (
  db: DbOrTrx,
  run: MovedRun,
  { caller, language }: Pick<CallContext, 'caller' | 'language'>,
  now: number,
): Promise<RunConflict[]> => {
  const { at, schedule, arrangement } = run;
  const found: RunConflict[] = [];
  if (at <= now + limits.task.arrangeAhead)
    found.push({ kind: 'soon', forbids: true, message: say(language, 'refusal.runPast') });
  if (meetsOwn(run))
    found.push({ kind: 'ownRun', forbids: true, message: say(language, 'refusal.runTaken') });
  const { dockOID, routeOID } = arrangement;
  const place = { taskOID: run.taskOID, wall: run.wall, dockOID, routeOID, at: new Date(at) };
  for (const other of await dockRuns(db, caller, place)) {
    const id = other.name === null ? 'task.conflict.dockRunHidden' : 'task.conflict.dockRun';
    const values = { name: other.name ?? '', time: shown(other.at, schedule) };
    found.push({ kind: 'dockRun', forbids: false, message: say(language, id, values) });
  }
  const until = await dockFlight(db, dockOID, new Date(at), new Date(now));
  if (until !== undefined) {
    const message = say(language, 'task.conflict.dockFlight', { time: shown(until, schedule) });
    found.push({ kind: 'dockFlight', forbids: false, message });
  }
  return found;
};

/** What the look ahead says against it: by the function that looks at the runs of the next day. */
export const foreseenConflicts = async (
  { taskOID, wall, at, arrangement, memberOID }: MovedRun,
  checkFlight: ForeseeDependencies['checkFlight'],
  { language, correlationId }: Pick<CallContext, 'language' | 'correlationId'>,
  inWords: (obstacle: Obstacle, language: Language) => string,
): Promise<RunConflict[]> => {
  try {
    await checkFlight({ oid: correlationId, taskOID, wall, arrangement, memberOID, dueAt: new Date(at) });
    return [];
  } catch (error) {
    if (isTransient(error))
      return [{ kind: 'notChecked', forbids: false, message: say(language, 'task.conflict.notChecked') }];
    return [{ kind: 'obstacle', forbids: false, message: inWords(obstacleOf(error), language) }];
  }
};

/** One verdict for the look and the save. @throws Refusal `runPast`, `runTaken`, `runConflicts` */
export const refuseConflicts = (found: readonly RunConflict[], despite: boolean): void => {
  if (found.some(({ kind }) => kind === 'soon')) throw new Refusal('runPast');
  if (found.some(({ kind }) => kind === 'ownRun')) throw new Refusal('runTaken');
  if (found.length > 0 && !despite)
    throw new Refusal('runConflicts', {
      values: { count: found.length, what: found.map(({ message }) => message).join(' · ') },
    });
};
