import { limits } from '@eyrie/domain';
import type { Log } from '../../platform/log.ts';
import type { Db } from '../../platform/runtime.ts';
import { divideRest, layOutDays, thinDays, type DayTable } from './day-table.store.ts';
import { dropEarlierStates } from './dock-history.store.ts';

const { keepFullDays, thinToSeconds, dockThinToSeconds } = limits.telemetry;
const keepFull = keepFullDays * 86_400_000;

/** Of how many seconds one row a device stays of a day that is old. */
const kept: Readonly<Record<DayTable, number>> = {
  dock_history: dockThinToSeconds,
  drone_telemetry: thinToSeconds,
};
const tables = ['dock_history', 'drone_telemetry'] as const satisfies readonly DayTable[];

/**
 * Lays out the days to come of the tables that have them, and thins those that are old. A table that fails keeps none
 * from the other.
 * @param db whose statements may take long
 * @param now epoch ms
 * @throws AggregateError of what failed
 */
export const careForDays = async ({ db, log }: { db: Db; log: Log }, now: number): Promise<void> => {
  const before = now - keepFull;
  const failures: unknown[] = [];
  const attempt = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => void failures.push(error));
  const divide = async (table: DayTable): Promise<void> => {
    if (!(await divideRest(db, table, now)))
      log.warn({ table }, 'rows of days that have not come keep a table from being divided by days');
  };
  const lay = (table: DayTable): Promise<void> => layOutDays(db, table, now);
  const thin = (table: DayTable): Promise<void> => thinDays(db, table, { before, seconds: kept[table] });
  for (const table of tables) for (const work of [divide, lay, thin]) await attempt(() => work(table));
  await attempt(() => dropEarlierStates(db, new Date(before)));
  if (failures.length > 0) throw new AggregateError(failures, 'days of telemetry were not all cared for');
};
