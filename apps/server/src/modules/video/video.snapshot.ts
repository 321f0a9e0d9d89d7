import { limits, videoCalls, type SnapshotTaken } from '@eyrie/domain';
import { createJobs } from '../../platform/child/index.ts';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import {
  listLiveFile,
  removeUnlisted,
  requireLiveRoom,
  storeLiveFile,
  type LiveFile,
} from '../media/index.ts';
import { takeLivePhoto, type LivePhotoDeps, type SnapshotDecoder } from './live-photo.ts';

const bounds = limits.snapshot;

export interface SnapshotDeps extends LivePhotoDeps {
  audit: AuditLog;
  objects: Objects;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
}

/** The process in which key frames are decoded; it carries nothing else. */
export const createSnapshotDecoder = (): SnapshotDecoder =>
  createJobs({
    name: 'decoder of snapshots',
    script: new URL('./snapshot-process.ts', import.meta.url),
    time: bounds.decodeTime,
    heap: bounds.decodeHeap,
    memory: bounds.decodeMemory,
    idle: bounds.decodeIdle,
    // Somebody waits for the answer.
    wallTimes: 2,
  });

const takeSnapshot = async (
  runtime: Runtime,
  deps: SnapshotDeps,
  { dock, videoId }: { dock: DockIdentity; videoId: string },
  context: CallContext,
): Promise<SnapshotTaken> => {
  const { db, newOid, log } = runtime;
  const { audit, objects } = deps;
  const taken = await takeLivePhoto(runtime, deps, { dock, videoId });
  const { bytes, snapshot } = taken;
  const file: LiveFile = {
    ...taken.file,
    oid: newOid(),
    createdBy: context.caller.memberOID,
    from: { snapshot },
  };
  const { oid, name, size, shotAt: takenAt } = file;
  const { age, placeAge, frameHash } = snapshot;
  await requireLiveRoom(db, objects, dock, size);
  try {
    await storeLiveFile(objects, file, bytes);
    await db.transaction().execute(async (trx) => {
      await listLiveFile(trx, file);
      const detail = { oid, name, size, videoId, frameAge: age, frameHash };
      await audit.done(trx, context, 'video.snapshot', detail, dock.oid);
    });
  } catch (error) {
    await removeUnlisted(db, objects, [file]).catch((fault: unknown) =>
      log.warn({ err: fault, mediaOID: oid }, 'a snapshot that is not listed may lie in the store'),
    );
    throw error;
  }
  return { oid, name, takenAt, age, placeAge };
};

/** Takes key frames of live pictures into the results, whichever server has the stream. */
export const snapshotEndpoint = (runtime: Runtime, deps: SnapshotDeps): Endpoint => {
  const limited = createConcurrencyLimiter(bounds);
  return serve(videoCalls.snapshot, async ({ oid, videoId }, context) => {
    const dock = await deps.dockInScope(context.caller, oid);
    return limited(() => takeSnapshot(runtime, deps, { dock, videoId }, context));
  });
};
