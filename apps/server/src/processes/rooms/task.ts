import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createTask, type TaskRoom } from '../../modules/task/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

export const needs = ['auditLog', 'department'] as const;
export const make = (
  { runtime }: RoomBase,
  { auditLog, department }: { auditLog: AuditLog; department: DepartmentRoom },
): TaskRoom => createTask(runtime, { audit: auditLog, department });

export const endpoints = (_base: RoomBase, { task }: { task: TaskRoom }): readonly Endpoint[] =>
  task.endpoints;
