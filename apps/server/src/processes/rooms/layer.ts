import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createLayer, createLayerThreads, createSurfaceParser } from '../../modules/layer/index.ts';
import type { OperationRoom } from '../../modules/operation/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createSourceFetch } from '../../platform/outgoing.ts';
import type { Unit } from '../../platform/runtime.ts';
import { createSeal } from '../../platform/seal.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  operation: OperationRoom;
}

export const needs = ['auditLog', 'department', 'operation'] as const;
export const make = (
  { runtime, store, layerHosts, dataDir }: RoomBase,
  { auditLog: audit, department, operation }: Needs,
) => {
  const { answer, remoteAnswer, tileBytes, remoteBytes, redirects } = limits.layer;
  const bounds = { redirects, hosts: layerHosts };
  const threads = createLayerThreads();
  const surfaceParser = createSurfaceParser();
  const { endpoints, serving, ground, surface, orthophotos } = createLayer({
    runtime,
    audit,
    department,
    objects: store.objects,
    threads,
    surfaceParser,
    seal: createSeal(runtime.db),
    work: operation.work,
    dataDir,
    fetch: createSourceFetch({ ...bounds, answer, bodyBytes: tileBytes }),
    fetchLarge: createSourceFetch({ ...bounds, answer: remoteAnswer, bodyBytes: remoteBytes }),
  });
  return { threads, surfaceParser, endpoints, serving, ground, surface, orthophotos };
};
export type Layer = ReturnType<typeof make>;

export const endpoints = (_base: RoomBase, { layer }: { layer: Layer }): readonly Endpoint[] =>
  layer.endpoints;

export const units = ({ threads, surfaceParser }: Layer): Unit[] => [...threads.units, surfaceParser];
