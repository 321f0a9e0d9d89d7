import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import { createTask, type TaskRoom } from '../../modules/task/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  notification: NotificationRoom;
}

export const needs = ['auditLog', 'department', 'notification'] as const;
export const make = ({ runtime }: RoomBase, { auditLog, department, notification }: Needs): TaskRoom =>
  createTask(runtime, {
    audit: auditLog,
    department,
    notifyMissed: (groupOID, values) =>
      notification.notifyAbove(groupOID, 'task:edit', { kind: 'taskMissed', values }),
  });

export const endpoints = (_base: RoomBase, { task }: { task: TaskRoom }): readonly Endpoint[] =>
  task.endpoints;

export const timers = (_base: RoomBase, { task }: { task: TaskRoom }): readonly Timer[] => [
  {
    name: 'task.plan',
    every: limits.task.planEvery,
    once: 'any',
    atStart: true,
    run: task.schedule.pass,
  },
];
