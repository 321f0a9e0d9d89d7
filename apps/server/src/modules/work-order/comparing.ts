import type { ParsedRequestOf, WorkOrderRecord, workOrderCalls as calls } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { boxOfFinding, pictureBefore, picturesAfter, proofPicture } from './comparing.store.ts';
import type { Mover } from './work-order.moves.ts';

interface ComparingDeps {
  db: DbOrTrx;
  move: Mover;
  /** @throws Refusal `notFound` */
  order(oid: string, context: CallContext): Promise<WorkOrderRecord>;
}

/** Who was given an order sees the pictures that stand with it; who flew sees the new ones. */
const scopesOf = ({ groupRoot, groupOID }: Scope, { caller }: CallContext): readonly Scope[] => [
  { groupRoot, groupOID },
  caller,
];

/** A new picture of the same view beside the one of an order, and what a person says of it. */
export const createComparing = ({ db, move, order }: ComparingDeps) => ({
  async compare({ oid }: ParsedRequestOf<typeof calls.compare>, context: CallContext) {
    const found = await order(oid, context);
    const scopes = scopesOf(found, context);
    const before = await pictureBefore(db, scopes, found);
    const seen = found.outcomeOID === null ? null : await boxOfFinding(db, found.outcomeOID);
    return {
      before,
      box: seen?.box ?? null,
      picture: seen?.picture ?? null,
      after: await picturesAfter(db, scopes, found, before?.at ?? found.createdAt),
    };
  },
  verify: (
    { oid, verdict, mediaOID, note = '', alignment }: ParsedRequestOf<typeof calls.verify>,
    context: CallContext,
  ) =>
    move('verify', oid, { verification: verdict, result: note }, context, async (trx, row) => {
      const scopes = scopesOf(row, context);
      const before = await pictureBefore(trx, scopes, row);
      const after = await proofPicture(trx, scopes, mediaOID);
      if (!before || !after) throw new Refusal('pictureUnknown');
      if (after.mediaOID === before.mediaOID || after.at <= before.at) throw new Refusal('pictureNotNewer');
      return {
        mediaOIDs: [before.mediaOID, after.mediaOID],
        detail: {
          verdict,
          mediaOIDs: [before.mediaOID, after.mediaOID],
          ...(alignment ? { alignment } : {}),
        },
      };
    }),
});
