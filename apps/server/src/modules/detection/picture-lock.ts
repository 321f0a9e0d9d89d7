import type { ParsedRequestOf, PictureLock, detectionCalls as calls } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { picturesOf, type RunRow } from './detection.store.ts';
import {
  freeLock,
  keepReviewed,
  lockHolder,
  pictureOf,
  takeLock,
  type LockHolder,
} from './picture-lock.store.ts';

type Caller = CallContext['caller'];
type Judged = Pick<ParsedRequestOf<typeof calls.auditOutcome>, 'oid' | 'detectionOID' | 'mediaOID'>;

const shownLock = (holder: LockHolder | null, { memberOID }: Caller): PictureLock => ({
  holder: holder && {
    name: holder.name,
    own: holder.memberOID === memberOID,
    since: holder.since.getTime(),
    until: holder.until.getTime(),
  },
});

/** Pictures that somebody reviews are left to them. The row is in the database: every server sees it. */
export const createLocks = ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>) => {
  const now = (): Date => new Date(Math.round(serverTime()));
  return {
    async take(run: RunRow, mediaOID: string, caller: Caller): Promise<PictureLock> {
      if (!(await picturesOf(db, caller, run, [mediaOID])).has(mediaOID)) throw new Refusal('pictureUnknown');
      const picture = { detectionOID: run.oid, mediaOID, groupRoot: run.groupRoot };
      return shownLock(await takeLock(db, picture, caller.memberOID, now()), caller);
    },
    free: (detectionOID: string, mediaOID: string, { memberOID }: Caller): Promise<void> =>
      freeLock(db, { detectionOID, mediaOID }, memberOID),
    /** The caller has reviewed a picture. */
    async reviewed(run: RunRow, mediaOID: string, caller: Caller): Promise<void> {
      if (!(await picturesOf(db, caller, run, [mediaOID])).has(mediaOID)) throw new Refusal('pictureUnknown');
      const picture = { detectionOID: run.oid, mediaOID, groupRoot: run.groupRoot };
      await keepReviewed(db, picture, caller.memberOID, now());
    },
    /** Whoever judges a box has reviewed its picture. */
    async judged(trx: DbOrTrx, run: RunRow, outcomeOID: string, { memberOID }: Caller): Promise<void> {
      const mediaOID = await pictureOf(trx, outcomeOID);
      if (mediaOID === null) return;
      await keepReviewed(
        trx,
        { detectionOID: run.oid, mediaOID, groupRoot: run.groupRoot },
        memberOID,
        now(),
      );
    },
    /** @throws Refusal `pictureLocked` when somebody else has the picture */
    async requireFree(trx: DbOrTrx, { oid, detectionOID, mediaOID }: Judged, caller: Caller): Promise<void> {
      const judged = oid === undefined ? mediaOID : await pictureOf(trx, oid);
      if (judged === null) throw notFound();
      if (judged === undefined) return;
      const holder = await lockHolder(trx, { detectionOID, mediaOID: judged }, now());
      if (!holder || holder.memberOID === caller.memberOID) return;
      const { name: by, since } = holder;
      throw new Refusal('pictureLocked', { values: { by }, data: { by, since: since.getTime() } });
    },
  };
};
