import type { AuditLog } from '../../modules/audit-log/index.ts';
import {
  createDepartment,
  departmentEndpoints,
  type DepartmentRoom,
} from '../../modules/department/index.ts';
import { dropInvitations } from '../../modules/member/index.ts';
import { heldRoles } from '../../modules/role/index.ts';
import { departmentCalls } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { rightsChanged, rule } from '../call-notifications.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Session } from './session.ts';

export const make = ({ runtime }: RoomBase): DepartmentRoom => createDepartment(runtime);

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  session: Session;
}

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog, department, session }: Others,
): readonly Endpoint[] =>
  departmentEndpoints({
    runtime,
    audit: auditLog,
    department,
    dropInvitations,
    roles: heldRoles,
    notifyMemberChanged: session.notifyMemberChanged,
  });

export const notifications = [
  rule(departmentCalls.moveMembers, ({ userOIDs }, _answer, context) => [rightsChanged(userOIDs, context)]),
];
