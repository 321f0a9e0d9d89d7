import { encodeLive, liveTopics } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createFlightAreas } from '../../modules/flight-area/index.ts';
import {
  createRegionParser,
  createRegions,
  departmentPath,
  regionEndpoints,
  type RegionChange,
} from '../../modules/region/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import { regionTopic } from '../api/pilot-live.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  organisation: Organisation;
}
type Notice = Parameters<typeof encodeLive<'regionBusiness'>>[2];

/** What consoles hear of a change: which, and nothing of what it is. */
const noticeOf = (change: RegionChange): Notice =>
  change.kind === 'cleared'
    ? { change: change.kind, oid: null, groupOID: change.groupOID, path: [...change.path] }
    : {
        change: change.kind,
        oid: change.region.oid,
        groupOID: change.region.groupOID,
        path: [...change.path],
      };

export const needs = ['auditLog', 'department', 'organisation'] as const;
export const make = ({ runtime, broker }: RoomBase, { auditLog, department, organisation }: Needs) => {
  // Through the broker, so that it reaches those who are connected to another server.
  const publish = (topic: string, payload: string): void =>
    void broker
      .publish(topic, payload, { qos: 0 })
      .catch((error: unknown) => runtime.log.debug({ err: error }, 'a change of a region was not published'));
  const notify = (groupRoot: string, notice: Notice): void =>
    publish(
      liveTopics.regionBusiness.topic(groupRoot),
      encodeLive('regionBusiness', notice.oid ?? notice.groupOID, notice, runtime.serverTime()),
    );
  const areasChanged = (groupRoot: string, groupOID: string): void =>
    void departmentPath(runtime.db, groupOID).then(
      (path) => notify(groupRoot, { change: 'areas', oid: null, groupOID, path }),
      (error: unknown) => runtime.log.debug({ err: error }, 'a change of areas was not published'),
    );
  const areas = createFlightAreas(runtime, { audit: auditLog, publish: areasChanged });
  const parser = createRegionParser();
  const room = createRegions(runtime, {
    audit: auditLog,
    department,
    changed: areas.changed,
    publish: (change) => {
      publish(regionTopic, JSON.stringify(change));
      notify(change.groupRoot, noticeOf(change));
    },
  });
  const { timeZoneOf } = organisation;
  return {
    room,
    areasChanged,
    parser,
    endpoints: regionEndpoints(runtime, { room, areas, audit: auditLog, parser, timeZoneOf }),
  };
};
export type Region = ReturnType<typeof make>;

export const endpoints = (_base: RoomBase, { region }: { region: Region }): readonly Endpoint[] =>
  region.endpoints;

export const units = ({ parser }: Region): Unit[] => [parser];
