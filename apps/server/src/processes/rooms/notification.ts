import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createNotification, type NotificationRoom } from '../../modules/notification/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
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
