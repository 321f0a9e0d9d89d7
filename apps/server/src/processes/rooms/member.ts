import { acceptRate, memberCalls, namedMembers, readRate } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  clearScans,
  createMember,
  licenceEndpoints,
  memberAdministration,
  remindOfLicences,
  type MemberRoom,
} from '../../modules/member/index.ts';
import { quotasAbove } from '../../modules/media/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import { createRoleLists } from '../../modules/role/index.ts';
import { createAddressLimiter } from '../../modules/session/index.ts';
import { requireDepartmentRoom } from '../../modules/upload/index.ts';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { createSeal } from '../../platform/seal.ts';
import type { Timer } from '../../platform/timers.ts';
import { rightsChanged, rule, type CallNotification } from '../call-notifications.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';
import type { Session } from './session.ts';

export const needs = ['department'] as const;
export const make = ({ runtime }: RoomBase, { department }: { department: DepartmentRoom }): MemberRoom =>
  createMember(runtime, { department });

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  notification: NotificationRoom;
  organisation: Organisation;
  session: Session;
}

export const endpoints = (
  { runtime, store }: RoomBase,
  { auditLog, department, member, notification, organisation, session }: Others,
): Endpoint[] => [
  ...member.endpoints,
  ...licenceEndpoints(runtime, {
    audit: auditLog,
    objects: store.objects,
    requireRoom: (holders, bytes) =>
      requireDepartmentRoom({ db: runtime.db, objects: store.objects, quotasAbove }, holders, bytes),
    notifyEntered: (groupOID, values) =>
      notification.notifyAbove(groupOID, 'member:edit', { kind: 'licenceEntered', values }),
  }),
  ...memberAdministration({
    runtime,
    audit: auditLog,
    department,
    session,
    membership: session.membership,
    passwords: member.passwords,
    roles: createRoleLists({ db: runtime.db, department }),
    seal: createSeal(runtime.db),
    limitAddress: createAddressLimiter(runtime, acceptRate),
    limitReads: createAddressLimiter(runtime, readRate),
    timeZoneOf: organisation.timeZoneOf,
  }),
];

/** Whoever holds a licence that ends is to know of it, and whoever keeps the members; scans go with their members. */
export const timers = (
  { runtime, store }: RoomBase,
  { notification }: { notification: NotificationRoom },
): readonly Timer[] => [
  {
    name: 'member.licences',
    every: 60_000,
    once: 'any',
    async run() {
      for (const { memberOID, groupOID, name, number, days } of await remindOfLicences(runtime)) {
        const keepers = await notification.holdersAbove(groupOID, 'member:edit');
        const members = [...new Set([memberOID, ...keepers])];
        await notification.notifyMembers(runtime.db, members, {
          kind: 'licenceEnds',
          values: { name, number, days },
        });
      }
      await clearScans(runtime, store.objects);
    },
  },
];

const passwordReset = (oid: string, { caller }: CallContext): CallNotification => ({
  kind: 'passwordReset',
  values: { by: caller.name },
  members: [oid],
});

export const notifications = [
  rule(memberCalls.save, (request, { oid }, context) => {
    if (request.oid === undefined)
      return [{ kind: 'memberAdded', values: { by: context.caller.name }, members: [oid] }];
    const moved = request.groupOID !== undefined || request.roleOIDs !== undefined;
    return [
      ...(moved ? [rightsChanged([oid], context)] : []),
      ...(request.password ? [passwordReset(oid, context)] : []),
    ];
  }),
  rule(memberCalls.resetPassword, ({ oid }, _answer, context) => [passwordReset(oid, context)]),
  rule(memberCalls.removeRole, (request, _answer, context) => [
    rightsChanged(namedMembers(request), context),
  ]),
];
