import type { AuditLog } from '../../modules/audit-log/index.ts';
import { queueForDetectors } from '../../modules/detection/index.ts';
import { createFileReading, mediaListEndpoints, mediaTimers } from '../../modules/media/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Organisation } from './organisation.ts';
import type { RoomBase } from '../room-wiring.ts';

export const make = ({ runtime, store, dataDir }: RoomBase) => ({
  reading: createFileReading({ runtime, objects: store.objects, dataDir, wasRead: queueForDetectors }),
});
export type Media = ReturnType<typeof make>;

export const endpoints = (
  { runtime, store }: RoomBase,
  { auditLog, organisation }: { auditLog: AuditLog; organisation: Organisation },
): readonly Endpoint[] =>
  mediaListEndpoints(runtime, {
    audit: auditLog,
    objects: store.objects,
    timeZoneOf: organisation.timeZoneOf,
  });

export const timers = (
  { runtime, store }: RoomBase,
  { media, auditLog }: { media: Media; auditLog: AuditLog },
): Timer[] => [...mediaTimers(runtime, { objects: store.objects, audit: auditLog }), media.reading.timer];

export const units = ({ reading }: Media): Unit[] => [reading.unit];
