import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createRoute, type RouteRoom } from '../../modules/route/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Layer } from './layer.ts';

export const needs = ['auditLog', 'department', 'layer'] as const;
export const make = (
  { runtime, store }: RoomBase,
  { auditLog, department, layer }: { auditLog: AuditLog; department: DepartmentRoom; layer: Layer },
): RouteRoom =>
  createRoute(runtime, {
    audit: auditLog,
    department,
    objects: store.objects,
    ground: layer.ground,
    surface: layer.surface,
  });

export const endpoints = (_base: RoomBase, { route }: { route: RouteRoom }): readonly Endpoint[] =>
  route.endpoints;

export const units = (route: RouteRoom): Unit[] => [...route.units];
