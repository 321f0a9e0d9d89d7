import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createNotification, type NotificationRoom } from '../../modules/notification/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

export const needs = ['auditLog'] as const;
export const make = ({ runtime, broker }: RoomBase, { auditLog }: { auditLog: AuditLog }): NotificationRoom =>
  createNotification(runtime, {
    audit: auditLog,
    publish: (topic, payload) => broker.publish(topic, payload, { qos: 0 }),
  });

export const endpoints = (
  _base: RoomBase,
  { notification }: { notification: NotificationRoom },
): readonly Endpoint[] => notification.endpoints;

export const timers = (
  _base: RoomBase,
  { notification }: { notification: NotificationRoom },
): readonly Timer[] => [
  { name: 'notification.cleanUp', every: 3_600_000, once: 'any', run: notification.dropOld },
];
