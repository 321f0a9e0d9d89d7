import { setTimeout as delay } from 'node:timers/promises';
import { detectionCalls as calls, limits, type ParsedRequestOf, type TakenTask } from '@eyrie/domain';
import type { BytesAnswer, CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  claimedFile,
  claimTask,
  detectorTaskRows,
  failLost,
  insertTask,
  lockTask,
  readyFlights,
  renewClaim,
  runOfTask,
  taskMedia,
  writeEnd,
  type HeldTask,
} from './detector-task.store.ts';
import { wantedOf } from './wanted.store.ts';

/** A stored file under its name, or the part of it that is asked for. */
export type FileAnswer = (
  key: string,
  name: string,
  asked: { range: string | null; visibleTo: (now: Caller) => Promise<boolean> },
) => Promise<BytesAnswer>;

export interface DetectorTaskDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: Pick<AuditLog, 'done'>;
  fileAnswer: FileAnswer;
}

/** Another server made the task of a flight meanwhile. */
class TaskMade extends Error {}

/** Makes tasks of flights whose files have been read, and ends those that nobody brought to an end. */
export const createOffer =
  ({ db, newOid, serverTime }: DetectorTaskDeps['runtime']) =>
  async (): Promise<void> => {
    const now = new Date(Math.round(serverTime()));
    await failLost(db, now);
    const quietSince = new Date(now.getTime() - limits.detection.offerQuiet);
    for (const flight of await readyFlights(db, quietSince))
      await db
        .transaction()
        .execute(async (trx) => {
          // A task without a file would be announced for nothing.
          if ((await insertTask(trx, flight, newOid(), now)) === 0) throw new TaskMade();
        })
        .catch((error: unknown) => {
          if (!(error instanceof TaskMade)) throw error;
        });
  };

const addressOf = (oid: string, claim: string, mediaOID: string): string =>
  `${calls.taskMedia.path}?${new URLSearchParams({ oid, claim, mediaOID }).toString()}`;

const newClaim = ({ memberOID }: Caller, at: number) => {
  const now = new Date(Math.round(at));
  const until = new Date(now.getTime() + limits.detection.claimLife);
  return { claim: crypto.randomUUID(), memberOID, now, until };
};

const shown = async (
  trx: DbOrTrx,
  caller: Caller,
  task: HeldTask,
  { claim, until }: ReturnType<typeof newClaim>,
  detectionOID: string,
): Promise<TakenTask> => ({
  oid: task.oid,
  claim,
  until: until.getTime(),
  flightOID: task.flightOID,
  taskName: task.taskName,
  detectionOID,
  ...wantedOf(task.arrangement),
  media: (await taskMedia(trx, caller, task.oid)).map((one) => ({
    oid: one.oid,
    name: one.name,
    kind: one.kind === 'video' ? 'video' : 'photo',
    size: Number(one.size),
    width: one.width,
    height: one.height,
    shotAt: one.shot_at?.getTime() ?? null,
    lng: one.lng,
    lat: one.lat,
    url: addressOf(task.oid, claim, one.oid),
  })),
});

/** Taking a task, at once or after a while. */
function taking({ runtime }: Pick<DetectorTaskDeps, 'runtime'>) {
  const { db, newOid, serverTime } = runtime;
  let waits = 0;
  const takeOne = (
    { model, modelVersion }: ParsedRequestOf<typeof calls.takeTask>,
    context: CallContext,
  ): Promise<TakenTask | null> =>
    db.transaction().execute(async (trx) => {
      const { caller } = context;
      const claim = newClaim(caller, serverTime());
      const task = await claimTask(trx, caller, claim);
      if (!task) return null;
      const { memberOID, now: at } = claim;
      const run = await runOfTask(trx, task, { oid: newOid(), model, modelVersion, memberOID, at });
      return shown(trx, caller, task, claim, run);
    });

  return {
    async takeTask(request: ParsedRequestOf<typeof calls.takeTask>, context: CallContext) {
      const first = await takeOne(request, context);
      // Who waits beyond what one server holds asks again by itself.
      if (first || waits >= limits.detection.takeWaitsAtOnce) return { task: first };
      waits += 1;
      try {
        for (let left = request.wait; left > 0; left -= 1) {
          await delay(1_000);
          const task = await takeOne(request, context);
          if (task) return { task };
        }
      } finally {
        waits -= 1;
      }
      return { task: null };
    },
  };
}

/** Tasks for outside detectors: taking one, keeping it, its files, and its end. */
export function createDetectorTasks({ runtime, audit, fileAnswer }: DetectorTaskDeps) {
  const { db, serverTime } = runtime;
  return {
    ...taking({ runtime }),
    async queryDetectorTask(
      { pageNum, pageSize, ...filter }: ParsedRequestOf<typeof calls.queryDetectorTask>,
      { caller }: CallContext,
    ) {
      const page = { pageNum, pageSize };
      const { rows: list, ...counted } = await detectorTaskRows.page(db, { caller }, filter, page);
      return { list, ...counted, ...page };
    },

    renewTask: ({ oid, claim }: ParsedRequestOf<typeof calls.renewTask>, { caller }: CallContext) =>
      db.transaction().execute(async (trx) => {
        const next = newClaim(caller, serverTime());
        if (!(await lockTask(trx, caller, oid))) throw notFound();
        const task = await renewClaim(trx, caller, { oid, claim }, next);
        if (!task || task.detectionOID === null) throw new Refusal('taskNotHeld');
        return { task: await shown(trx, caller, task, next, task.detectionOID) };
      }),

    endTask: (
      { oid, claim, state, message }: ParsedRequestOf<typeof calls.endTask>,
      context: CallContext,
    ): Promise<{ ok: true }> =>
      db.transaction().execute(async (trx) => {
        const { caller } = context;
        const task = await lockTask(trx, caller, oid);
        if (!task) throw notFound();
        if (task.claim !== claim || task.claimed_by !== caller.memberOID) throw new Refusal('taskNotHeld');
        // The answer to the same end was lost.
        if (task.state === state) return { ok: true };
        // Late, but nobody else has taken it: what was found counts.
        if (task.state !== 'taken') throw new Refusal('taskNotHeld');
        await writeEnd(trx, task, { state, message, at: new Date(Math.round(serverTime())) });
        await audit.done(trx, context, 'detection.endTask', {
          oid,
          state,
          message,
          detectionOID: task.detection_oid,
        });
        return { ok: true };
      }),

    async taskMedia(
      request: ParsedRequestOf<typeof calls.taskMedia>,
      { caller, range }: CallContext,
    ): Promise<BytesAnswer> {
      const fileFor = (now: Caller) =>
        claimedFile(db, now, request, now.memberOID, new Date(Math.round(serverTime())));
      const file = await fileFor(caller);
      if (!file) throw new Refusal('taskNotHeld');
      const visibleTo = async (now: Caller): Promise<boolean> => (await fileFor(now)) !== undefined;
      return fileAnswer(file.objectKey, file.name, { range, visibleTo });
    },
  };
}
