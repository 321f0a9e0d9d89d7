import { encodeLive, limits, liveTopics } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  createEngine,
  createLayer,
  createLayerThreads,
  createSurfaceParser,
  type PublishProcessing,
} from '../../modules/layer/index.ts';
import { departmentPath } from '../../modules/region/index.ts';
import type { OperationRoom } from '../../modules/operation/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createSourceFetch } from '../../platform/outgoing.ts';
import type { Timer } from '../../platform/timers.ts';
import type { Unit } from '../../platform/runtime.ts';
import { createSeal } from '../../platform/seal.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  operation: OperationRoom;
}

const topicOf = {
  ortho: 'orthoBusiness',
  oblique: 'obliqueBusiness',
  pointCloud: 'pointCloudBusiness',
} as const;

/** Says to open consoles how the making of a layer stands. */
const publishProcessing =
  ({ runtime, broker }: Pick<RoomBase, 'runtime' | 'broker'>): PublishProcessing =>
  ({ groupRoot, groupOID }, { kind, ...state }) => {
    const name = topicOf[kind];
    void departmentPath(runtime.db, groupOID)
      .then((path) =>
        // Through the broker, so that it reaches those who are connected to another server.
        broker.publish(
          liveTopics[name].topic(groupRoot),
          encodeLive(name, state.jobOID, { ...state, groupOID, path }, runtime.serverTime()),
          { qos: 0 },
        ),
      )
      .catch((error: unknown) => runtime.log.debug({ err: error }, 'the making of a layer not published'));
  };

export const needs = ['auditLog', 'department', 'operation'] as const;
export const make = (
  { runtime, broker, store, layerHosts, dataDir, photogrammetry: engine }: RoomBase,
  { auditLog: audit, department, operation }: Needs,
) => {
  const { answer, remoteAnswer, tileBytes, remoteBytes, redirects } = limits.layer;
  const bounds = { redirects, hosts: layerHosts };
  const threads = createLayerThreads();
  const surfaceParser = createSurfaceParser();
  const layer = createLayer({
    publish: publishProcessing({ runtime, broker }),
    runtime,
    audit,
    department,
    objects: store.objects,
    threads,
    surfaceParser,
    seal: createSeal(runtime.db),
    work: operation.work,
    dataDir,
    engine: engine ? createEngine(engine) : null,
    fetch: createSourceFetch({ ...bounds, answer, bodyBytes: tileBytes }),
    fetchLarge: createSourceFetch({ ...bounds, answer: remoteAnswer, bodyBytes: remoteBytes }),
  });
  return { threads, surfaceParser, ...layer };
};
export type Layer = ReturnType<typeof make>;

export const endpoints = (_base: RoomBase, { layer }: { layer: Layer }): readonly Endpoint[] =>
  layer.endpoints;

export const timers = (_base: RoomBase, { layer }: { layer: Layer }): readonly Timer[] => [
  layer.mosaics.timer,
  layer.photogrammetry.timer,
  layer.removeUnnamed,
];

export const units = ({ threads, surfaceParser, mosaics, photogrammetry }: Layer): Unit[] => [
  ...threads.units,
  surfaceParser,
  mosaics.unit,
  photogrammetry.unit,
];
