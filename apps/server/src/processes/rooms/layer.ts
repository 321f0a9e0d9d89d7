import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createLayer } from '../../modules/layer/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createSourceFetch } from '../../platform/outgoing.ts';
import { createSeal } from '../../platform/seal.ts';
import type { RoomBase } from '../room-wiring.ts';

export const endpoints = (
  { runtime, store, layerHosts }: RoomBase,
  { auditLog: audit, department }: { auditLog: AuditLog; department: DepartmentRoom },
): readonly Endpoint[] => {
  const { answer, tileBytes: bodyBytes, redirects } = limits.layer;
  return createLayer({
    runtime,
    audit,
    department,
    objects: store.objects,
    seal: createSeal(runtime.db),
    fetch: createSourceFetch({ answer, bodyBytes, redirects, hosts: layerHosts }),
  });
};
