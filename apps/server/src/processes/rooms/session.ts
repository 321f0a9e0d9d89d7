import { sessionCalls, type SignedIn } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { MemberRoom } from '../../modules/member/index.ts';
import { createRoleMembership } from '../../modules/role/index.ts';
import { createAccessHolds, createSession, isFirstFromAddress } from '../../modules/session/index.ts';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { openIdReturnPath } from '../api/openid-return.ts';
import { rule, type CallNotification, type CallNotificationDeps } from '../call-notifications.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  organisation: Organisation;
}

export const needs = ['auditLog', 'department', 'member', 'organisation'] as const;
export const make = (
  { runtime, database: { listen }, publicUrl, onlyHere }: RoomBase,
  { auditLog, department, member, organisation }: Needs,
) => {
  const session = createSession(runtime, {
    listen,
    audit: auditLog,
    department,
    member,
    organisation,
    redirectUrl: () => `${publicUrl()}${openIdReturnPath}`,
    loopback: onlyHere,
  });
  return {
    ...session,
    membership: createRoleMembership(session),
    access: createAccessHolds(runtime, { session, listen }),
  };
};
export type Session = ReturnType<typeof make>;

export const endpoints = (_base: RoomBase, { session }: { session: Session }): readonly Endpoint[] =>
  session.endpoints;

export const units = (session: Session): Unit[] => [session.access, session];
export const timers = (_base: RoomBase, { session }: { session: Session }): Timer[] => [
  session.access.timer,
  ...session.timers,
];

const newAddress = async (
  _request: unknown,
  { oid }: SignedIn,
  { address }: CallContext,
  { db }: CallNotificationDeps,
): Promise<CallNotification[]> =>
  (await isFirstFromAddress(db, oid, address))
    ? [{ kind: 'newAddress', values: { address }, members: [oid] }]
    : [];

export const notifications = [
  rule(sessionCalls.login, newAddress),
  rule(sessionCalls.codeExchange, newAddress),
  rule(sessionCalls.loginInfoExchange, newAddress),
];
