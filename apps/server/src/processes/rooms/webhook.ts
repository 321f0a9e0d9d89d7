import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createWebhook } from '../../modules/webhook/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createPublicOutgoing } from '../../platform/outgoing.ts';
import { createSeal } from '../../platform/seal.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
}

export const needs = ['auditLog', 'department'] as const;
export const make = ({ runtime, onlyHere }: RoomBase, { auditLog: audit, department }: Needs) => {
  const { answer, answerBytes: bodyBytes } = limits.webhook;
  const post = createPublicOutgoing({ answer, bodyBytes, loopback: onlyHere });
  return createWebhook({
    runtime,
    audit,
    department,
    seal: createSeal(runtime.db),
    post,
    loopback: onlyHere,
  });
};
export type Webhook = ReturnType<typeof make>;

export const endpoints = (_base: RoomBase, { webhook }: { webhook: Webhook }): readonly Endpoint[] =>
  webhook.endpoints;
export const timers = (_base: RoomBase, { webhook }: { webhook: Webhook }): readonly Timer[] =>
  webhook.timers;
