import { setTimeout as delay } from 'node:timers/promises';
import { limits, videoCalls, type LiveRecording } from '@eyrie/domain';
import { createJobs, type Jobs } from '../../platform/child/index.ts';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { unnamedTimer, type Objects } from '../../platform/objects/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import { requireLiveRoom } from '../media/index.ts';
import { createRecorders } from './recorder.ts';
import { clearParts, clearWork, finishNext } from './recording.finish.ts';
import type { Muxed, MuxOrder } from './recording-mux.ts';
import {
  askStop,
  claimRecording,
  insertRecording,
  recordingInScope,
  recordingsOfDock,
  runningOf,
} from './recording.store.ts';
import { partPrefix, unnamedParts } from './recording.unnamed.store.ts';
import { streamOfVideo } from './stream.ts';
import type { VideoServer } from './video.plans.ts';

const bounds = limits.recording;

export interface RecordingDeps {
  instanceId: string;
  objects: Objects;
  dataDir: string;
  video: Pick<VideoServer, 'streams' | 'sourceUrl'>;
  /** Missing: the process that makes files of recordings. */
  mux?: Jobs<MuxOrder, Muxed>;
}

/** The process in which recordings become files; it carries nothing else. */
const createRecordingJobs = (): Jobs<MuxOrder, Muxed> =>
  createJobs({
    name: 'maker of recordings',
    script: new URL('./recording-process.ts', import.meta.url),
    time: bounds.muxTime,
    heap: bounds.muxHeap,
    memory: bounds.muxMemory,
    idle: bounds.muxIdle,
  });

/** What this server records by itself: whichever server is free takes a recording, and goes on with those of one that is gone. */
export const createRecordings = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid' | 'log'>,
  { mux = createRecordingJobs(), ...deps }: RecordingDeps,
): { timer: Timer; removeUnnamed: Timer; unit: Unit } => {
  const { db, log } = runtime;
  const { instanceId, objects } = deps;
  const ended = new AbortController();
  const hasRoom = (scope: { groupRoot: string; groupOID: string }, bytes: number): Promise<boolean> =>
    // What is stored of a recording counts already, with all others of the department.
    requireLiveRoom(db, objects, scope, 0, bytes).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
  const recorders = createRecorders({ ...deps, runtime, hasRoom });
  const finish = { ...deps, runtime, mux };
  let finishing: Promise<void> | null = null;
  const finishAll = async (): Promise<void> => {
    while (!ended.signal.aborted && (await finishNext(finish, ended.signal)));
    if (ended.signal.aborted) return;
    await clearParts(finish);
    await clearWork(finish);
  };
  const takeAll = async (): Promise<void> => {
    for (;;) {
      const now = Math.round(runtime.serverTime());
      const claim = { instanceId, now: new Date(now), until: new Date(now + bounds.claim) };
      const recording = await claimRecording(db, 'running', claim);
      if (!recording) return;
      recorders.take(recording);
    }
  };
  return {
    timer: {
      name: 'video.record',
      every: bounds.every,
      once: 'instance',
      process: 'api',
      async run() {
        if (ended.signal.aborted) return;
        await takeAll();
        await recorders.look();
        // Files of hours take longer than a second: recordings are looked after meanwhile.
        finishing ??= finishAll()
          .catch((error: unknown) => log.warn({ err: error }, 'recordings could not be finished'))
          .finally(() => {
            finishing = null;
          });
      },
    },
    removeUnnamed: unnamedTimer('video.removeUnnamed', runtime, {
      objects,
      own: { prefixes: [partPrefix], unnamed: (keys) => unnamedParts(db, keys) },
    }),
    unit: {
      name: mux.name,
      start: () => mux.start(),
      async stop() {
        ended.abort(new Error('the server stops'));
        await recorders.stop();
        await mux.stop();
        // What is on its way to the store may take long: another server makes the files anew.
        await Promise.race([finishing, delay(bounds.stopWithin, undefined, { ref: false })]);
      },
    },
  };
};

export interface RecordingEndpointDeps {
  audit: AuditLog;
  objects: Objects;
  video: Pick<VideoServer, 'streams'>;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
}

type Listed = Awaited<ReturnType<typeof recordingsOfDock>>[number];

const presented = (row: Listed): LiveRecording => {
  const { state, first_frame_at: first, last_at: last } = row;
  const since = first?.getTime() ?? null;
  return {
    oid: row.oid,
    videoId: row.video_id,
    state: state === 'done' ? 'ended' : state,
    startedBy: row.started_by_name,
    since,
    lastFrameAt: since === null ? null : since + last,
    bytes: Number(row.bytes),
    end: row.end_reason,
  };
};

const startRecording = async (
  { db, serverTime, newOid }: Runtime,
  { audit, objects, video }: RecordingEndpointDeps,
  { dock, videoId }: { dock: DockIdentity; videoId: string },
  context: CallContext,
): Promise<{ oid: string }> => {
  const camera = streamOfVideo(dock, videoId);
  if (!camera || !(await video.streams()).includes(camera.stream)) throw new Refusal('noStream');
  await requireLiveRoom(db, objects, dock, bounds.partBytes);
  const { groupRoot, groupOID } = dock;
  const oid = newOid();
  await db.transaction().execute(async (trx) => {
    const max = bounds.atOnce;
    if ((await runningOf(trx, groupRoot)) >= max) throw new Refusal('recordingsFull', { values: { max } });
    const isNew = await insertRecording(trx, {
      oid,
      groupRoot,
      groupOID,
      dockOID: dock.oid,
      videoId,
      stream: camera.stream,
      startedBy: context.caller.memberOID,
      at: new Date(Math.round(serverTime())),
    });
    if (!isNew) throw new Refusal('recordingRunsHere');
    await audit.done(trx, context, 'video.startRecording', { oid, videoId }, dock.oid);
  });
  return { oid };
};

const stopRecording = ({ db, serverTime }: Runtime, audit: AuditLog, oid: string, context: CallContext) =>
  db.transaction().execute(async (trx) => {
    const found = await recordingInScope(trx, context.caller, oid);
    if (!found) throw notFound();
    if (found.state !== 'running' || found.stop_asked_at !== null) throw new Refusal('recordingOver');
    await askStop(trx, oid, new Date(Math.round(serverTime())));
    const detail = { oid, videoId: found.video_id };
    await audit.done(trx, context, 'video.stopRecording', detail, found.dock_oid);
    return { ok: true as const };
  });

/** Recordings of live pictures as people begin, end and see them. */
export const recordingEndpoints = (runtime: Runtime, deps: RecordingEndpointDeps): Endpoint[] => [
  serve(videoCalls.recordings, async ({ oid }, { caller }) => {
    const dock = await deps.dockInScope(caller, oid);
    const before = (ms: number): Date => new Date(Math.round(runtime.serverTime()) - ms);
    const since = { failed: before(bounds.failedFor), ended: before(bounds.endedFor) };
    const rows = await recordingsOfDock(runtime.db, dock.oid, since);
    return { list: rows.map(presented) };
  }),
  serve(videoCalls.startRecording, async ({ oid, videoId }, context) => {
    const dock = await deps.dockInScope(context.caller, oid);
    return startRecording(runtime, deps, { dock, videoId }, context);
  }),
  serve(videoCalls.stopRecording, ({ oid }, context) => stopRecording(runtime, deps.audit, oid, context)),
];
