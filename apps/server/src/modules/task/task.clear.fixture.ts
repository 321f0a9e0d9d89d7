import { sql } from 'kysely';
import type { TestRooms } from '../../testing/rooms.ts';

const day = 86_400_000;
/** Each before what it names. */
const ofTasks = [
  'command',
  'task_exception',
  'task_ahead',
  'task_occurrence',
  'flight',
  'task',
  'gateway_claim',
];

/** Leaves no task, run, flight, order or claim of a gateway. */
export const clearTasks = async ({ db }: Pick<TestRooms, 'db'>): Promise<void> => {
  for (const table of ofTasks) await sql`delete from ${sql.table(table)}`.execute(db);
};

/** A gateway speaks to the dock for so many ms. */
export const claimDock = async (
  { db, clock }: Pick<TestRooms, 'db' | 'clock'>,
  dockOID: string,
  ms = day,
): Promise<void> =>
  void (await sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
    values (${dockOID}::uuid, 'test', 1, ${new Date(clock.wall() + ms)})`.execute(db));
