import type { AuditLog } from '../../modules/audit-log/index.ts';
import { mediaListEndpoints, mediaTimers } from '../../modules/media/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

export const endpoints = (
  { runtime, store }: RoomBase,
  { auditLog }: { auditLog: AuditLog },
): readonly Endpoint[] => mediaListEndpoints(runtime, { audit: auditLog, objects: store.objects });

export const timers = ({ runtime, store }: RoomBase, _others: unknown): Timer[] =>
  mediaTimers(runtime, { objects: store.objects });
