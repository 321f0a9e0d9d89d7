import type { AuditLog } from '../../modules/audit-log/index.ts';
import { connectionEndpoints } from '../../modules/connection/index.ts';
import { reachOf } from '../../platform/mqtt/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

interface Others {
  auditLog: AuditLog;
  dock: Dock;
}

export const endpoints = (
  { runtime, accounts, brokerUrl }: RoomBase,
  { auditLog, dock }: Others,
): readonly Endpoint[] =>
  connectionEndpoints(runtime, {
    audit: auditLog,
    accounts,
    brokerUrl,
    reach: () => reachOf(brokerUrl()),
    dockInScope: dock.inScope,
    linkInScope: dock.linkInScope,
  });
