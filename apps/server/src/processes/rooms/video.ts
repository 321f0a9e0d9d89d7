import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { showsPictures } from '../../modules/cockpit/index.ts';
import {
  createRecordings,
  createSnapshotDecoder,
  recordFlights,
  recordingEndpoints,
  snapshotEndpoint,
  videoEndpoints,
} from '../../modules/video/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Command } from './command.ts';
import type { Dock } from './dock.ts';

export const make = ({ runtime, instanceId, store, dataDir, video }: RoomBase) => ({
  decoder: createSnapshotDecoder(),
  recordings: createRecordings(runtime, { instanceId, objects: store.objects, dataDir, video }),
});
export type Video = ReturnType<typeof make>;

export const endpoints = (
  { runtime, store, video }: RoomBase,
  { auditLog, dock, video: { decoder } }: { auditLog: AuditLog; dock: Dock; video: Video },
): readonly Endpoint[] => {
  const live = { audit: auditLog, objects: store.objects, video, dockInScope: dock.linkInScope };
  return [
    ...videoEndpoints(runtime, {
      video,
      dockInScope: dock.linkInScope,
      showsPictures: (display) => showsPictures(runtime.db, display),
    }),
    snapshotEndpoint(runtime, { ...live, decoder }),
    ...recordingEndpoints(runtime, live),
  ];
};

export const timers = (
  { runtime, video }: RoomBase,
  { auditLog, command, video: { recordings } }: { auditLog: AuditLog; command: Command; video: Video },
): Timer[] => [
  recordings.timer,
  recordings.removeUnnamed,
  {
    name: 'video.recordFlights',
    every: limits.recording.flightsEvery,
    once: 'instance',
    process: 'api',
    run: () =>
      recordFlights(runtime, {
        audit: auditLog,
        video,
        startPicture: (link, request) => command.orders.orderForServer(link, 'startLive', request),
      }),
  },
];

export const units = ({ decoder, recordings }: Video): Unit[] => [decoder, recordings.unit];
