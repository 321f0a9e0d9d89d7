import { sql } from 'kysely';
import { resultLimits, type markCalls, type ParsedRequestOf } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { seen, type Scope } from './media.list.store.ts';

/**
 * Marks files that a caller sees.
 * @returns how many there were, and the largest number of labels that one has now
 */
export const markMedia = async (
  trx: DbOrTrx,
  scope: Scope,
  { oids, starred, addLabels = [], dropLabels = [] }: ParsedRequestOf<typeof markCalls.mark>,
): Promise<{ count: number; labels: number }> => {
  // In one order, so that two who mark the same files never wait for each other. Nobody waits for a file that is not seen.
  await trx
    .selectFrom('media')
    .select('oid')
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('deleted_at', 'is', null)
    .where('oid', 'in', [...oids])
    .orderBy('oid')
    .forUpdate()
    .execute();
  const rows = await trx
    .updateTable('media')
    .set({
      ...(starred === undefined ? {} : { starred }),
      labels: sql<string[]>`array(select distinct one from unnest(media.labels || ${addLabels}::text[]) as one
        where one <> all (${dropLabels}::text[]) order by one)`,
    })
    .where('oid', 'in', [...oids])
    .where('group_root', '=', scope.groupRoot)
    .where(inScope('media.group_oid', scope))
    .where('deleted_at', 'is', null)
    .returning('labels')
    .execute();
  return { count: rows.length, labels: Math.max(0, ...rows.map(({ labels }) => labels.length)) };
};

/** Labels that a caller's files have, the most frequent first. */
export const labelsInUse = async (db: DbOrTrx, scope: Scope): Promise<{ label: string; count: number }[]> => {
  const each = seen(db, scope)
    .where(sql<boolean>`media.labels <> '{}'`)
    .select(sql<string>`unnest(media.labels)`.as('label'));
  const rows = await db
    .selectFrom(each.as('each'))
    .select('label')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .groupBy('label')
    .orderBy('count', 'desc')
    .orderBy('label')
    .limit(resultLimits.labelsOffered)
    .execute();
  return rows.map(({ label, count }) => ({ label, count: Number(count) }));
};

export const commentsOf = (db: DbOrTrx, mediaOID: string) =>
  db
    .selectFrom('media_comment')
    .innerJoin('member', 'member.oid', 'media_comment.member_oid')
    .select(['media_comment.oid', 'media_comment.comment', 'media_comment.created_at', 'member.name'])
    .where('media_comment.media_oid', '=', mediaOID)
    .orderBy('media_comment.created_at')
    .orderBy('media_comment.oid')
    .execute();
export type CommentRow = Awaited<ReturnType<typeof commentsOf>>[number];

/** Comments on a file. @returns false where it has as many as it may */
export const insertComment = async (
  trx: DbOrTrx,
  comment: { oid: string; mediaOID: string; memberOID: string; comment: string; at: Date },
): Promise<boolean> => {
  const { oid, mediaOID, memberOID, at } = comment;
  await trx.selectFrom('media').select('oid').where('oid', '=', mediaOID).forUpdate().execute();
  const { count } = await trx
    .selectFrom('media_comment')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('media_oid', '=', mediaOID)
    .executeTakeFirstOrThrow();
  if (Number(count) >= resultLimits.comments) return false;
  await trx
    .insertInto('media_comment')
    .values({ oid, media_oid: mediaOID, member_oid: memberOID, comment: comment.comment, created_at: at })
    .execute();
  return true;
};

/** @returns the comment that is gone; undefined: there was none of that file */
export const deleteComment = (trx: DbOrTrx, mediaOID: string, oid: string) =>
  trx
    .deleteFrom('media_comment')
    .where('oid', '=', oid)
    .where('media_oid', '=', mediaOID)
    .returning('comment')
    .executeTakeFirst();
