import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createDetectorModels, endpoints as modelEndpoints } from '../../modules/detector-model/index.ts';
import { createFrameKeeping } from '../../modules/media/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { frameTaker } from '../../platform/video-frame.ts';
import type { RoomBase } from '../room-wiring.ts';

export const make = ({ runtime, store: { objects }, dataDir, ffmpeg }: RoomBase) =>
  createDetectorModels({
    runtime,
    objects,
    dataDir,
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
