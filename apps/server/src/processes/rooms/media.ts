import type { AuditLog } from '../../modules/audit-log/index.ts';
import { queueForDetectors } from '../../modules/detection/index.ts';
import {
  createFileJobs,
  createFileReading,
  makePlayback,
  mediaListEndpoints,
  mediaTimers,
  playbackEndpoints,
  pyramidEndpoints,
  thermalDecoder,
  thermalEndpoints,
  videoTranscoder,
} from '../../modules/media/index.ts';
import type { OperationRoom } from '../../modules/operation/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Organisation } from './organisation.ts';
import type { RoomBase } from '../room-wiring.ts';

/** A system without the shell that bounds the program has none. */
const canTranscode = (program: string | undefined): program is string =>
  program !== undefined && process.platform !== 'win32';

export const needs = ['operation'] as const;
export const make = (
  { runtime, store, dataDir, videoTranscoder: program }: RoomBase,
  { operation }: { operation: OperationRoom },
) => {
  const jobs = createFileJobs();
  const transcode = canTranscode(program) ? videoTranscoder(program) : undefined;
  operation.work.register(
    'videoTranscode',
    makePlayback({ runtime, objects: store.objects, dataDir, jobs, transcode }),
  );
  return {
    jobs,
    reading: createFileReading({
      runtime,
      objects: store.objects,
      dataDir,
      jobs,
      wasRead: queueForDetectors,
    }),
  };
};
export type Media = ReturnType<typeof make>;

interface Others {
  auditLog: AuditLog;
  organisation: Organisation;
  operation: OperationRoom;
  media: Media;
}

export const endpoints = (
  { runtime, store, dataDir, thermalCommand, videoTranscoder: program }: RoomBase,
  { auditLog, organisation, operation, media }: Others,
): readonly Endpoint[] => [
  ...mediaListEndpoints(runtime, {
    audit: auditLog,
    objects: store.objects,
    timeZoneOf: organisation.timeZoneOf,
  }),
  ...pyramidEndpoints(runtime, { objects: store.objects, dataDir, jobs: media.jobs }),
  ...playbackEndpoints(runtime, {
    audit: auditLog,
    objects: store.objects,
    work: operation.work,
    isPossible: canTranscode(program),
  }),
  ...thermalEndpoints(runtime, {
    objects: store.objects,
    dataDir,
    jobs: media.jobs,
    // A system without the shell that bounds the program has none.
    decode:
      thermalCommand === undefined || process.platform === 'win32'
        ? undefined
        : thermalDecoder(thermalCommand),
  }),
];

export const timers = (
  { runtime, store }: RoomBase,
  { media, auditLog }: { media: Media; auditLog: AuditLog },
): Timer[] => [...mediaTimers(runtime, { objects: store.objects, audit: auditLog }), media.reading.timer];

export const units = ({ reading }: Media): Unit[] => [reading.unit];
