import type { AuditLog } from '../../modules/audit-log/index.ts';
import { queueForDetectors } from '../../modules/detection/index.ts';
import {
  createFileJobs,
  createFileReading,
  mediaListEndpoints,
  mediaTimers,
  pyramidEndpoints,
  thermalDecoder,
  thermalEndpoints,
} from '../../modules/media/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Organisation } from './organisation.ts';
import type { RoomBase } from '../room-wiring.ts';

export const make = ({ runtime, store, dataDir }: RoomBase) => {
  const jobs = createFileJobs();
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

export const endpoints = (
  { runtime, store, dataDir, thermalCommand }: RoomBase,
  { auditLog, organisation, media }: { auditLog: AuditLog; organisation: Organisation; media: Media },
): readonly Endpoint[] => [
  ...mediaListEndpoints(runtime, {
    audit: auditLog,
    objects: store.objects,
    timeZoneOf: organisation.timeZoneOf,
  }),
  ...pyramidEndpoints(runtime, { objects: store.objects, dataDir, jobs: media.jobs }),
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
