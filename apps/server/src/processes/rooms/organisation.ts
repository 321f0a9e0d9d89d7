import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { MemberRoom } from '../../modules/member/index.ts';
import { createOrganisation, type OrganisationRoom } from '../../modules/organisation/index.ts';
import type { RoleRoom } from '../../modules/role/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { openIdReturnPath } from '../api/openid-return.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  role: RoleRoom;
}

export interface Organisation extends OrganisationRoom {
  /** IANA name of the time zone in which an organisation reads its days. */
  timeZoneOf(groupRoot: string): Promise<string>;
}

export const needs = ['auditLog', 'department', 'member', 'role'] as const;
export const make = (
  { runtime, publicUrl, onlyHere, fill }: RoomBase,
  { auditLog, department, member, role }: Needs,
): Organisation => {
  const organisation = createOrganisation(runtime, {
    audit: auditLog,
    department,
    member,
    role,
    redirectUrl: () => `${publicUrl()}${openIdReturnPath}`,
    loopback: onlyHere,
    fill,
  });
  return {
    ...organisation,
    timeZoneOf: async (groupRoot) => (await organisation.find(groupRoot))?.timeZone ?? 'UTC',
  };
};

export const endpoints = (
  _base: RoomBase,
  { organisation }: { organisation: Organisation },
): readonly Endpoint[] => organisation.endpoints;
