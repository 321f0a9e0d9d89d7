import type { AuditLog } from '../../modules/audit-log/index.ts';
import { showsPictures } from '../../modules/cockpit/index.ts';
import {
  createSnapshotDecoder,
  snapshotEndpoint,
  videoEndpoints,
  type SnapshotDecoder,
} from '../../modules/video/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

export const make = (_base: RoomBase): SnapshotDecoder => createSnapshotDecoder();

export const endpoints = (
  { runtime, store, video }: RoomBase,
  { auditLog, dock, video: decoder }: { auditLog: AuditLog; dock: Dock; video: SnapshotDecoder },
): readonly Endpoint[] => [
  ...videoEndpoints(runtime, {
    video,
    dockInScope: dock.linkInScope,
    showsPictures: (display) => showsPictures(runtime.db, display),
  }),
  snapshotEndpoint(runtime, {
    audit: auditLog,
    objects: store.objects,
    video,
    decoder,
    dockInScope: dock.linkInScope,
  }),
];

export const units = (decoder: SnapshotDecoder): Unit[] => [decoder];
