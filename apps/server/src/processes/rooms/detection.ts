import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  createDefects,
  defectTimers,
  detectorTaskTimers,
  endpoints as detectionEndpoints,
  type Defects,
} from '../../modules/detection/index.ts';
import { previewAnswer } from '../../modules/media/index.ts';
import { placeOrders } from '../../modules/work-order/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Layer } from './layer.ts';
import type { Organisation } from './organisation.ts';

interface Needs {
  auditLog: AuditLog;
  layer: Layer;
}

export const needs = ['auditLog', 'layer'] as const;
export const make = ({ runtime }: RoomBase, { auditLog: audit, layer }: Needs): { defects: Defects } => ({
  defects: createDefects({ runtime, audit, ground: layer.ground, placeOrders }),
});
export type Detection = ReturnType<typeof make>;

export const endpoints = (
  { runtime, store }: RoomBase,
  {
    detection,
    organisation,
    ...rooms
  }: {
    auditLog: AuditLog;
    department: DepartmentRoom;
    detection: Detection;
    organisation: Organisation;
  },
): readonly Endpoint[] =>
  detectionEndpoints(
    { runtime },
    rooms,
    detection.defects,
    (key, name, asked) => previewAnswer(store.objects, key, name, asked),
    { objects: store.objects, timeZoneOf: organisation.timeZoneOf },
  );

export const timers = ({ runtime }: RoomBase, { detection }: { detection: Detection }): readonly Timer[] => [
  ...defectTimers(detection.defects),
  ...detectorTaskTimers(runtime),
];
