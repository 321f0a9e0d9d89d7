import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Whether a member has marked a task as one of its favourites. */
export const isFavourite = ({ memberOID }: Pick<Caller, 'memberOID'>) =>
  sql<boolean>`exists (select 1 from task_favourite where task_favourite.task_oid = task.oid
    and task_favourite.member_oid = ${memberOID}::uuid)`;

/** Sets the mark or takes it away; twice is once. */
export const setFavourite = async (
  db: DbOrTrx,
  { memberOID }: Pick<Caller, 'memberOID'>,
  taskOID: string,
  favourite: boolean,
): Promise<void> => {
  if (favourite)
    await db
      .insertInto('task_favourite')
      .values({ member_oid: memberOID, task_oid: taskOID })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom('task_favourite')
      .where('member_oid', '=', memberOID)
      .where('task_oid', '=', taskOID)
      .execute();
};
