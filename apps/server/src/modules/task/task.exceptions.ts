import type { TaskSchedule } from '@eyrie/domain';
import { runNamed } from '@eyrie/domain/recurrence';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { dropExceptions, exceptionsOf } from './task.exception.store.ts';
import { withWorkDays } from './work-day.store.ts';

/** Which of these runs a schedule still has by their names, and which it has not. */
export const sharedBy = (
  schedule: TaskSchedule | null,
  timeZone: string,
  walls: readonly string[],
): { kept: string[]; lost: string[] } => {
  const has = (wall: string): boolean =>
    schedule !== null && schedule.timeZone === timeZone && runNamed(schedule, wall) !== undefined;
  return { kept: walls.filter(has), lost: walls.filter((wall) => !has(wall)) };
};

/** @throws Refusal `exceptionsLost` when some are lost and nobody said that they may be */
export const refuseLost = (lost: readonly string[], agreed: boolean | undefined): void => {
  if (lost.length > 0 && !agreed) throw new Refusal('exceptionsLost', { values: { count: lost.length } });
};

/**
 * What becomes of single runs that were moved or cancelled when their whole schedule is changed: those that it still has
 * stay as they are.
 * @param agreed the others may be dropped
 * @throws Refusal `exceptionsLost`
 */
export const keepExceptions = async (
  trx: DbOrTrx,
  { oid, before, after }: { oid: string; before: TaskSchedule | null; after: TaskSchedule | null },
  agreed: boolean | undefined,
  now: number,
): Promise<void> => {
  if (!before) return;
  const walls = (await exceptionsOf(trx, oid, now)).map(({ wall }) => wall);
  const whole = after && (await withWorkDays(trx, { taskOID: oid }, after));
  const { lost } = sharedBy(whole, before.timeZone, walls);
  refuseLost(lost, agreed);
  await dropExceptions(trx, oid, lost, new Date(now));
};
