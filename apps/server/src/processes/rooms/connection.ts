import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { connectionEndpoints, connectionNeedsNow } from '../../modules/connection/index.ts';
import { reachOf } from '../../platform/mqtt/index.ts';
import { askTimeServer } from '../../platform/time-server.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

interface Others {
  auditLog: AuditLog;
  dock: Dock;
}

export const endpoints = (
  { runtime, accounts, brokerUrl, publicUrl, dockSettings }: RoomBase,
  { auditLog, dock }: Others,
): readonly Endpoint[] =>
  connectionEndpoints(runtime, {
    audit: auditLog,
    accounts,
    brokerUrl,
    reach: () => reachOf(brokerUrl()),
    watched: dockSettings.watched,
    needs: () =>
      connectionNeedsNow({
        ...dockSettings,
        brokerUrl: brokerUrl(),
        publicUrl: publicUrl(),
        reach: reachOf,
        clockOffset: (host) =>
          askTimeServer(host, {
            wall: () => runtime.serverTime(),
            within: limits.connection.timeWithin,
          }),
      }),
    dockInScope: dock.inScope,
    linkInScope: dock.linkInScope,
  });
