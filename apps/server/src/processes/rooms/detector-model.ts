import { encodeLive, liveTopics } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createDetectorModels, endpoints as modelEndpoints } from '../../modules/detector-model/index.ts';
import { createFrameKeeping } from '../../modules/media/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { frameTaker } from '../../platform/video-frame.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Video } from './video.ts';

interface Needs {
  video: Video;
}

export const needs = ['video'] as const;
export const make = (
  { runtime, instanceId, broker, store: { objects }, dataDir, ffmpeg, video }: RoomBase,
  { video: { decoder } }: Needs,
) =>
  createDetectorModels({
    runtime,
    instanceId,
    objects,
    dataDir,
    video,
    decoder,
    // Through the broker, so that it reaches those who are connected to another server.
    changed: ({ groupRoot, dockOID }) =>
      void broker
        .publish(
          liveTopics.liveLookChange.topic(groupRoot, dockOID),
          encodeLive('liveLookChange', dockOID, { at: runtime.serverTime() }, runtime.serverTime()),
          { qos: 0 },
        )
        .catch((error: unknown) =>
          runtime.log.debug({ err: error }, 'a change of a look at a live picture not published'),
        ),
    // A system without the shell that bounds the program has none.
    ...(ffmpeg === undefined || process.platform === 'win32'
      ? {}
      : { videos: { takeFrame: frameTaker(ffmpeg), keepFrame: createFrameKeeping(runtime, objects) } }),
  });
export type DetectorModel = ReturnType<typeof make>;

export const endpoints = (
  { runtime, store }: RoomBase,
  { auditLog: audit }: { auditLog: AuditLog },
): readonly Endpoint[] => modelEndpoints({ runtime, audit, objects: store.objects });

export const timers = (
  _base: RoomBase,
  { detectorModel }: { detectorModel: DetectorModel },
): readonly Timer[] => detectorModel.timers;

export const units = ({ unit }: DetectorModel): Unit[] => [unit];
