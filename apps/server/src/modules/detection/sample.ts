import {
  limits,
  sampleStanding,
  type ParsedRequestOf,
  type SampleDetail,
  type SampleRecord,
  type SampleStanding,
  type detectionCalls as calls,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { createJudge } from './detection.judge.ts';
import { falseAlarmCodes, type RunRow } from './detection.store.ts';
import {
  commonReason,
  drawnOf,
  insertSample,
  lockSample,
  markDecided,
  othersOf,
  samplesSeen,
  sampleSeen,
  unjudgedOf,
  type SampleRow,
} from './sample.store.ts';

const { sampleLeast, shareUsual } = limits.detection;

const present = (row: SampleRow): SampleRecord => ({
  ...row,
  standing: sampleStanding(row),
  createdAt: row.createdAt.getTime(),
  decidedAt: row.decidedAt?.getTime() ?? null,
});

/** @throws Refusal with the figures, unless the sample agrees and nobody decided by it */
function requireAgreed(row: SampleRow): Extract<SampleStanding, 'confirmed' | 'falseAlarm'> {
  const { confirmed, falseAlarm, corrected, left, drawn, decidedAt, decidedBy: by } = row;
  if (decidedAt !== null) throw new Refusal('sampleDecided', { values: { by: by ?? '' }, data: { by } });
  const standing = sampleStanding(row);
  const figures = { confirmed, falseAlarm, corrected, left, drawn };
  if (standing === 'differs') throw new Refusal('sampleDiffers', { values: figures, data: figures });
  if (standing === 'open') throw new Refusal('sampleOpen', { values: figures, data: figures });
  return standing;
}

interface SampleDeps extends Pick<ListDeps, 'audit'> {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
}
type FindRun = (
  viewer: Pick<CallContext, 'caller'>,
  oid: string,
) => Promise<(RunRow & { name: string }) | undefined>;

/** @throws Refusal `reasonRequired` when none of the reasons that people gave is offered any more */
async function offeredReason(
  trx: DbOrTrx,
  { caller }: Pick<CallContext, 'caller'>,
  sampleOID: string,
): Promise<string> {
  const reason = await commonReason(trx, sampleOID, await falseAlarmCodes(trx, caller.groupRoot));
  if (reason === '') throw new Refusal('reasonRequired');
  return reason;
}

const momentOf = ({ serverTime }: Pick<Runtime, 'serverTime'>): Date => new Date(Math.round(serverTime()));

/** Gives the others of a sample its verdict. */
const createDeciding = ({ runtime, audit }: SampleDeps) => {
  const judge = createJudge(runtime);
  /** @returns how many got it */
  return async (
    trx: DbOrTrx,
    sample: SampleRow,
    verdict: 'confirmed' | 'falseAlarm',
    context: CallContext,
  ): Promise<number> => {
    const { oid: sampleOID, detectionOID, class: found, least, most } = sample;
    const reason = verdict === 'falseAlarm' ? await offeredReason(trx, context, sampleOID) : undefined;
    let decided = 0;
    for (const { oid, version } of await othersOf(trx, sampleOID, momentOf(runtime))) {
      try {
        await judge.checkKnown(
          trx,
          { oid, detectionOID, version, verdict, reason, sampleOID },
          context.caller,
        );
      } catch (error) {
        // Somebody judged it meanwhile, or it needs words or a box of its own: it is left to people.
        if (!(error instanceof Refusal)) throw error;
        continue;
      }
      decided += 1;
      const rule = { class: found, least, most, sampleOID };
      await audit.done(trx, context, 'detection.audit', {
        oid,
        name: sample.detectionName,
        verdict,
        ...rule,
      });
    }
    return decided;
  };
};

/** Many findings decided at once: only by a rule, and only after a random sample of them was looked at one by one. */
export const createSamples = ({ runtime, audit }: SampleDeps, findRun: FindRun) => {
  const { db } = runtime;
  const decideOthers = createDeciding({ runtime, audit });
  const now = (): Date => momentOf(runtime);

  const detail = async (oid: string, { caller }: CallContext): Promise<SampleDetail> => {
    const row = await sampleSeen(db, caller, oid);
    if (!row) throw notFound();
    return { ...present(row), drawnOnes: await drawnOf(db, oid) };
  };

  return {
    async querySample(request: ParsedRequestOf<typeof calls.querySample>, { caller }: CallContext) {
      const { pageNum, pageSize } = request;
      const { rows, total } = await samplesSeen(db, caller, request);
      return { list: rows.map(present), total, pageNum, pageSize };
    },
    sampleByOID: ({ oid }: ParsedRequestOf<typeof calls.sampleByOID>, context: CallContext) =>
      detail(oid, context),
    async drawSample(
      { detectionOID, share = shareUsual, most = 1, ...given }: ParsedRequestOf<typeof calls.drawSample>,
      context: CallContext,
    ) {
      const { caller } = context;
      const run = await findRun({ caller }, detectionOID);
      if (!run) throw notFound();
      if (given.least > most) throw invalidField('most', 'min', { min: given.least });
      const rule = { ...given, most, share };
      const oid = runtime.newOid();
      await db.transaction().execute(async (trx) => {
        const oids = await unjudgedOf(trx, detectionOID, rule);
        const count = oids.length;
        // Of so few nothing is left that would not be drawn.
        if (count <= sampleLeast)
          throw new Refusal('sampleSmall', { values: { count, least: sampleLeast }, data: { count } });
        await insertSample(trx, run, rule, { oid, memberOID: caller.memberOID, at: now(), oids });
        const what = { oid, name: run.name, detectionOID, ...rule, count };
        await audit.done(trx, context, 'detection.drawSample', what);
      });
      return detail(oid, context);
    },
    async decideSample({ oid }: ParsedRequestOf<typeof calls.decideSample>, context: CallContext) {
      const { caller } = context;
      await db.transaction().execute(async (trx) => {
        if (!(await lockSample(trx, caller, oid))) throw notFound();
        const sample = await sampleSeen(trx, caller, oid);
        if (!sample) throw notFound();
        const verdict = requireAgreed(sample);
        const decided = await decideOthers(trx, sample, verdict, context);
        await markDecided(trx, oid, { verdict, decided, memberOID: caller.memberOID, at: now() });
        const { detectionName: name, class: found, least, most } = sample;
        const what = { oid, name, class: found, least, most, verdict, count: decided };
        await audit.done(trx, context, 'detection.decideSample', what);
      });
      return detail(oid, context);
    },
  };
};
