import {
  alarmReasonName,
  auditState,
  detectionCalls as calls,
  flightCalls,
  limits,
  type DetectionRecord,
  type OutcomeRecord,
  type ParsedRequestOf,
  type ReviewPicture,
} from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import {
  allowedWords,
  createList,
  serveList,
  type ListDeps,
  type Viewer,
} from '../../platform/list/index.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { flightVisible } from '../flight/index.ts';
import type { Defects } from './defect.ts';
import { createJudge } from './detection.judge.ts';
import { detectionList } from './detection.list.store.ts';
import { reportTable } from './detection.report.ts';
import { falseAlarmNames, judgedSome, runBySource } from './detection.store.ts';
import {
  classesOf,
  outcomeForCaller,
  outcomesOf,
  reviewPictures,
  type ShownOutcome,
} from './outcome.store.ts';
import { takeOutcomes } from './detection.submit.ts';
import { createDetectorTasks, type FileAnswer } from './detector-task.ts';
import { createSamples } from './sample.ts';
import { createLocks } from './picture-lock.ts';
import { createQuality, type QualityDeps } from './quality.ts';
import { createTrainingSet } from './training.ts';

type Add = ParsedRequestOf<typeof calls.add>;
type Edit = ParsedRequestOf<typeof calls.edit>;

export interface DetectionDeps
  extends Pick<ListDeps, 'audit'>, Pick<QualityDeps, 'department' | 'timeZoneOf'> {
  runtime: Runtime;
  /** Missing: a server without a store, which exports no pictures. */
  objects?: Objects | undefined;
  defects: Defects;
  fileAnswer: FileAnswer;
}

/** Of a box that was just changed nothing is shown until it was looked at again. */
const rangeShown = (row: ShownOutcome): OutcomeRecord['range'] => {
  if (row.ai_range === null) return null;
  const [metres, error] = row.range_waits ? [null, null] : [row.ground_distance, row.ground_error];
  return { asked: row.ai_range, metres, error, beyond: !row.range_waits && row.beyond_range === true };
};

export const presentOutcome = (row: ShownOutcome): OutcomeRecord => ({
  oid: row.oid,
  detectionOID: row.detection_oid,
  mediaOID: row.media_oid,
  box: { x: row.x, y: row.y, width: row.width, height: row.height },
  picture: { width: row.picture_width, height: row.picture_height },
  class: row.class,
  otherText: row.other_text,
  confidence: row.confidence,
  model: row.model,
  modelVersion: row.drawn_by === null ? row.model_version : '',
  sourceId: row.source_id,
  drawnBy: row.drawer_name,
  verdict: row.verdict,
  verdictBy: row.judge_name,
  verdictAt: row.verdict_at?.getTime() ?? null,
  reason: row.reason,
  version: row.version,
  orderOID: row.order_oid,
  range: rangeShown(row),
});

const presentPicture = (row: Awaited<ReturnType<typeof reviewPictures>>[number]): ReviewPicture => ({
  mediaOID: row.oid,
  name: row.name,
  url: flightCalls.preview.path.replace('{id}', row.oid),
  shotAt: row.shot_at?.getTime() ?? null,
  lng: row.lng,
  lat: row.lat,
  video: row.video_at === null ? null : { name: row.video_name, at: row.video_at },
  outcomes: row.outcomes,
  audited: row.audited,
  large: row.large,
  reviewed: row.reviewed,
});

const createRuns = (deps: DetectionDeps) =>
  createList<typeof detectionList, DetectionRecord, Add, Edit>(
    {
      list: detectionList,
      word: 'detection',
      present: (rows, { caller }) =>
        rows.map((row) => ({
          ...row,
          audit: auditState(row),
          allowed: allowedWords(caller.resources, [calls.get, calls.edit, calls.remove, calls.auditOutcome]),
        })),
      make: async (trx, { flightOID, ...given }, { caller }, createdAt) => {
        if (flightOID !== undefined && !(await flightVisible(trx, caller, flightOID))) throw notFound();
        const { groupRoot, groupOID, memberOID } = caller;
        return {
          values: {
            ...given,
            flightOID: flightOID ?? null,
            groupRoot,
            groupOID,
            createdByOID: memberOID,
            createdAt,
          },
          detail: { name: given.name },
        };
      },
      beforeRemove: async (trx, rows) => {
        const oids = rows.map(({ oid }) => oid);
        if (await judgedSome(trx, oids)) throw new Refusal('detectionAudited');
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
type Runs = ReturnType<typeof createRuns>;

/** What people say of findings, and take back. */
function verdicts({ runtime, audit }: Pick<DetectionDeps, 'runtime' | 'audit'>, runs: Runs) {
  const { db } = runtime;
  const judge = createJudge(runtime);
  const locks = createLocks(runtime);
  const shownOutcome = async (viewer: Viewer, oid: string): Promise<OutcomeRecord> => {
    const row = await outcomeForCaller(db, viewer.caller, oid);
    if (!row) throw notFound();
    return presentOutcome(row);
  };
  return {
    async auditOutcome(request: ParsedRequestOf<typeof calls.auditOutcome>, context: CallContext) {
      const { caller } = context;
      const oid = await db.transaction().execute(async (trx) => {
        const run = await runs.find({ caller }, request.detectionOID);
        if (!run) throw notFound();
        await locks.requireFree(trx, request, caller);
        const judged =
          request.oid === undefined
            ? await judge.checkDrawn(trx, run, request, caller)
            : await judge.checkKnown(trx, { ...request, oid: request.oid }, caller);
        await locks.judged(trx, run, judged, caller);
        const detail = { oid: judged, name: run.name, verdict: request.verdict };
        await audit.done(trx, context, 'detection.audit', detail);
        return judged;
      });
      return shownOutcome(context, oid);
    },
    async undoOutcome(request: ParsedRequestOf<typeof calls.undoOutcome>, context: CallContext) {
      const { caller } = context;
      await db.transaction().execute(async (trx) => {
        const run = await runs.find({ caller }, request.detectionOID);
        if (!run) throw notFound();
        await locks.requireFree(trx, request, caller);
        await judge.undo(trx, request, caller);
        await audit.done(trx, context, 'detection.undo', { oid: request.oid, name: run.name });
      });
      return shownOutcome(context, request.oid);
    },
  };
}

/** What all three groups answer alike. */
function findings({ runtime, audit }: Pick<DetectionDeps, 'runtime' | 'audit'>, runs: Runs) {
  const { db } = runtime;
  const pageOf = async (
    request: ParsedRequestOf<typeof calls.queryOutcome>,
    { caller }: Pick<CallContext, 'caller'>,
  ) => {
    const { pageNum, pageSize, ...asked } = request;
    const { rows, total } = await outcomesOf(db, caller, asked, { pageNum, pageSize });
    return { list: rows.map(presentOutcome), total, pageNum, pageSize };
  };
  return {
    queryTask: (request: ParsedRequestOf<typeof calls.queryTask>, context: CallContext) =>
      runs.query(request, context),
    queryOutcome: pageOf,
    ...verdicts({ runtime, audit }, runs),
    async toView({ oid, mediaOID }: ParsedRequestOf<typeof calls.toView>, context: CallContext) {
      const detection = await runs.get(oid, context);
      const found = (await reviewPictures(db, context.caller, detection)).map(presentPicture);
      const pictures = found.slice(0, limits.detection.picturesMost);
      const wanted =
        mediaOID ?? (pictures.find((one) => one.audited < one.outcomes) ?? pictures[0])?.mediaOID ?? null;
      if (wanted !== null && !pictures.some((one) => one.mediaOID === wanted))
        throw new Refusal('pictureUnknown');
      const { list: outcomes } =
        wanted === null
          ? { list: [] }
          : await pageOf(
              { detectionOID: oid, mediaOID: wanted, pageNum: 1, pageSize: limits.detection.perPictureMost },
              context,
            );
      return { detection, pictures, more: found.length > pictures.length, mediaOID: wanted, outcomes };
    },
    async toPreview({ oid }: ParsedRequestOf<typeof calls.toPreview>, context: CallContext) {
      const detection = await runs.get(oid, context);
      const pictures = await reviewPictures(db, context.caller, detection);
      return {
        detection,
        classes: await classesOf(db, oid),
        pictures: pictures
          .filter(({ outcomes }) => outcomes > 0)
          .slice(0, limits.detection.picturesMost)
          .map(presentPicture),
      };
    },
    async report({ oid }: ParsedRequestOf<typeof calls.report>, context: CallContext) {
      const { name } = await runs.get(oid, context);
      await audit.done(db, context, 'detection.report', { oid, name });
      const names = await falseAlarmNames(db, context.caller.groupRoot);
      return reportTable(name, context.language, async (pageNum, pageSize) => {
        const { list } = await pageOf({ detectionOID: oid, pageNum, pageSize }, context);
        return list.map((one) => ({
          ...one,
          reason: alarmReasonName({ reason: one.reason, names: names.get(one.reason) }, context.language),
        }));
      });
    },
  };
}

/** Who reviews which picture. */
function locking({ runtime }: Pick<DetectionDeps, 'runtime'>, runs: Runs) {
  const locks = createLocks(runtime);
  return {
    async lockPicture(
      { detectionOID, mediaOID }: ParsedRequestOf<typeof calls.lockPicture>,
      { caller }: CallContext,
    ) {
      const run = await runs.find({ caller }, detectionOID);
      if (!run) throw notFound();
      return locks.take(run, mediaOID, caller);
    },
    async unlockPicture(
      { detectionOID, mediaOID }: ParsedRequestOf<typeof calls.unlockPicture>,
      { caller }: CallContext,
    ) {
      if (!(await runs.find({ caller }, detectionOID))) throw notFound();
      await locks.free(detectionOID, mediaOID, caller);
      return {};
    },
    async reviewPicture(
      { detectionOID, mediaOID }: ParsedRequestOf<typeof calls.reviewPicture>,
      { caller }: CallContext,
    ) {
      const run = await runs.find({ caller }, detectionOID);
      if (!run) throw notFound();
      await locks.reviewed(run, mediaOID, caller);
      return {};
    },
  };
}

/** The same run was begun at the same moment by another call. */
class RunBegun extends Error {}

export const detectionEndpoints = (deps: DetectionDeps): Endpoint[] => {
  const { runtime, audit } = deps;
  const runs = createRuns(deps);
  const take = takeOutcomes(runtime);
  const answer = findings(deps, runs);
  return serveList(calls, runs, {
    // A detector that lost the answer asks again with the same source id: it is answered with the run it began.
    add: async (request, context) => {
      const known = async (): Promise<DetectionRecord | null> => {
        const run = await runBySource(runtime.db, context.caller.groupRoot, request);
        return run ? runs.get(run.oid, context) : null;
      };
      const before = await known();
      if (before) return before;
      try {
        return await unlessTaken(runs.add(request, context), () => new RunBegun(), 'detection_source');
      } catch (error) {
        const other = error instanceof RunBegun ? await known() : null;
        if (!other) throw error;
        return other;
      }
    },
    submit: ({ oid, outcomes }, context) =>
      runtime.db.transaction().execute(async (trx) => {
        const [run] = await runs.lock(trx, [oid], context);
        if (!run) throw notFound();
        const taken = await take(trx, context.caller, run, outcomes);
        const { added, known } = taken;
        await audit.done(trx, context, 'detection.submit', { oid, name: run.name, added, known });
        return taken;
      }),
    ...answer,
    ...locking(deps, runs),
    ...deps.defects.serving,
    ...createSamples(deps, runs.find),
    ...createDetectorTasks(deps),
    ...createQuality(deps),
    trainingSet: createTrainingSet(deps, deps.objects),
    newerQueryTask: answer.queryTask,
    newerQueryOutcome: answer.queryOutcome,
    newerAuditOutcome: answer.auditOutcome,
    newerToView: answer.toView,
    newerToPreview: answer.toPreview,
    newerReport: answer.report,
    outerQueryTask: answer.queryTask,
    outerQueryOutcome: answer.queryOutcome,
    outerAuditOutcome: answer.auditOutcome,
    outerToView: answer.toView,
    outerToPreview: answer.toPreview,
    outerReport: answer.report,
  });
};
