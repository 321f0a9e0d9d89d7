import type { AuditLog } from '../../modules/audit-log/index.ts';
import { mediaItemOf, mediaTarget, quotasAbove } from '../../modules/media/index.ts';
import { createUpload, type UploadRoom } from '../../modules/upload/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Layer } from './layer.ts';

interface Needs {
  auditLog: AuditLog;
  layer: Layer;
}

export const needs = ['auditLog', 'layer'] as const;
export const make = ({ runtime, store }: RoomBase, { auditLog: audit, layer }: Needs): UploadRoom => {
  const { objects } = store;
  return createUpload({
    runtime,
    objects,
    targets: { media: mediaTarget(runtime, { audit, objects }), orthophoto: layer.orthophotos },
    itemOf: mediaItemOf(runtime),
    quotasAbove,
  });
};

export const endpoints = (_base: RoomBase, { upload }: { upload: UploadRoom }): readonly Endpoint[] =>
  upload.endpoints;
export const timers = (_base: RoomBase, { upload }: { upload: UploadRoom }): readonly Timer[] =>
  upload.timers;
