import type { AppearanceRoom } from '../../modules/appearance/index.ts';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { mapShareEndpoints } from '../../modules/map-share/index.ts';
import type { MemberRoom } from '../../modules/member/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createSeal } from '../../platform/seal.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Layer } from './layer.ts';

interface Needs {
  appearance: AppearanceRoom;
  auditLog: AuditLog;
  department: DepartmentRoom;
  layer: Layer;
  member: MemberRoom;
}

export const endpoints = (
  { runtime, store }: RoomBase,
  { appearance, auditLog: audit, department, layer, member }: Needs,
): readonly Endpoint[] =>
  mapShareEndpoints({
    runtime,
    audit,
    department,
    seal: createSeal(runtime.db),
    passwords: member.passwords,
    layers: layer.serving,
    objects: store.objects,
    lookOf: appearance.lookOf,
  });
