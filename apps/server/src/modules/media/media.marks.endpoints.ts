import { markCalls, resultLimits, type MediaComment } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { mediaByOids, type MediaRow } from './media.list.store.ts';
import {
  commentsOf,
  deleteComment,
  insertComment,
  labelsInUse,
  markMedia,
  type CommentRow,
} from './media.marks.store.ts';

const seenOne = async (db: DbOrTrx, caller: Caller, oid: string): Promise<MediaRow> => {
  const [row] = await mediaByOids(db, caller, [oid]);
  if (!row) throw notFound();
  return row;
};

const commentFor = ({ oid, comment, name, created_at: at }: CommentRow): MediaComment => ({
  oid,
  comment,
  memberName: name,
  createdAt: at.getTime(),
});

/** Stars, labels and comments of files. */
export const markEndpoints = (
  { db, newOid, serverTime }: Runtime,
  { audit }: { audit: AuditLog },
): Endpoint[] => [
  serve(markCalls.mark, async (request, context) => {
    const { caller } = context;
    const { starred, addLabels = [], dropLabels = [] } = request;
    if (starred === undefined && addLabels.length + dropLabels.length === 0)
      throw invalidField('starred', 'required');
    const oids = [...new Set(request.oids)];
    await db.transaction().execute(async (trx) => {
      const { count, labels } = await markMedia(trx, caller, { ...request, oids });
      if (count !== oids.length) throw notFound();
      if (labels > resultLimits.labels)
        throw new Refusal('labelsFull', { values: { max: resultLimits.labels } });
      const rows = (await mediaByOids(trx, caller, oids)).map(({ oid, name }) => ({ oid, name }));
      await audit.done(trx, context, 'media.mark', {
        rows,
        ...(starred === undefined ? {} : { starred }),
        ...(addLabels.length === 0 ? {} : { addLabels }),
        ...(dropLabels.length === 0 ? {} : { dropLabels }),
      });
    });
    return { ok: true as const };
  }),
  serve(markCalls.labels, async (_request, { caller }) => ({ list: await labelsInUse(db, caller) })),
  serve(markCalls.comments, async ({ oid }, { caller }) => {
    await seenOne(db, caller, oid);
    return { list: (await commentsOf(db, oid)).map(commentFor) };
  }),
  serve(markCalls.comment, async ({ oid: mediaOID, comment }, context) => {
    const oid = newOid();
    return db.transaction().execute(async (trx) => {
      const { name } = await seenOne(trx, context.caller, mediaOID);
      const { memberOID } = context.caller;
      const at = new Date(serverTime());
      if (!(await insertComment(trx, { oid, mediaOID, memberOID, comment, at })))
        throw new Refusal('commentsFull', { values: { max: resultLimits.comments } });
      await audit.done(trx, context, 'media.comment', { oid: mediaOID, name, comment });
      const row = (await commentsOf(trx, mediaOID)).find((one) => one.oid === oid);
      if (!row) throw notFound();
      return commentFor(row);
    });
  }),
  serve(markCalls.deleteComment, async ({ oid, commentOID }, context) => {
    await db.transaction().execute(async (trx) => {
      const { name } = await seenOne(trx, context.caller, oid);
      const gone = await deleteComment(trx, oid, commentOID);
      if (!gone) throw notFound();
      await audit.done(trx, context, 'media.deleteComment', { oid, name, comment: gone.comment });
    });
    return { ok: true as const };
  }),
];
