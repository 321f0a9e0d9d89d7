import { roleCalls } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createRole, createRoleEndpoints, type RoleRoom } from '../../modules/role/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { rightsChanged, rule } from '../call-notifications.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Session } from './session.ts';

export const make = ({ runtime }: RoomBase): RoleRoom => createRole(runtime);

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  session: Session;
}

export const endpoints = ({ runtime }: RoomBase, { auditLog, department, session }: Others): Endpoint[] =>
  createRoleEndpoints({
    runtime,
    audit: auditLog,
    department,
    membership: session.membership,
    notifyRoleChanged: session.notifyRoleChanged,
  });

export const notifications = [
  rule(roleCalls.addMembers, ({ userOIDs }, _answer, context) => [rightsChanged(userOIDs, context)]),
  rule(roleCalls.removeMembers, ({ userOIDs }, _answer, context) => [rightsChanged(userOIDs, context)]),
  rule(roleCalls.grant, async ({ roleOID }, _answer, context, { membersOfRole }) => [
    rightsChanged(await membersOfRole(roleOID), context),
  ]),
];
