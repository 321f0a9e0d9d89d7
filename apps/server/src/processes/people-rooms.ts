import { acceptRate, readRate } from '@eyrie/domain';
import { createAppearance } from '../modules/appearance/index.ts';
import type { AuditLog } from '../modules/audit-log/index.ts';
import { createDepartment, departmentEndpoints } from '../modules/department/index.ts';
import { createMember, dropInvitations, memberAdministration } from '../modules/member/index.ts';
import { createOrganisation } from '../modules/organisation/index.ts';
import {
  createRole,
  createRoleEndpoints,
  createRoleLists,
  createRoleMembership,
  heldRoles,
} from '../modules/role/index.ts';
import { createAddressLimiter, createSession } from '../modules/session/index.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { createSeal } from '../platform/seal.ts';
import { fillOrganisation } from './fill-organisation.ts';
import type { Foundation } from './foundation.ts';
import { wiredRooms } from './rooms.generated.ts';
import type { RoomOptions } from './room-options.ts';

/** Who works here, what they may do, and how an organisation wants it: none of these rooms knows of docks. */
export const createPeopleRooms = (
  { runtime, database: { listen } }: Foundation,
  audit: AuditLog,
  options: Pick<RoomOptions, 'publicUrl' | 'onlyHere' | 'store' | 'liveUrl'>,
) => {
  const department = createDepartment(runtime);
  const member = createMember(runtime, { department });
  const role = createRole(runtime);
  const redirectUrl = (): string => `${options.publicUrl()}/openid/return`;
  const loopback = options.onlyHere;
  const organisation = createOrganisation(runtime, {
    audit,
    department,
    member,
    role,
    redirectUrl,
    loopback,
    fill: fillOrganisation(runtime),
  });
  const session = createSession(runtime, {
    listen,
    audit,
    department,
    member,
    organisation,
    redirectUrl,
    loopback,
  });
  const membership = createRoleMembership(session);
  const roles = createRoleEndpoints({
    runtime,
    audit,
    department,
    membership,
    notifyRoleChanged: session.notifyRoleChanged,
  });
  const appearance = createAppearance(runtime, {
    audit,
    organisation,
    session,
    objects: options.store.objects,
    liveUrl: options.liveUrl,
  });
  const timeZoneOf = async (groupRoot: string): Promise<string> =>
    (await organisation.find(groupRoot))?.timeZone ?? 'UTC';

  const endpoints: Endpoint[] = [
    ...member.endpoints,
    ...memberAdministration({
      runtime,
      audit,
      department,
      session,
      membership,
      passwords: member.passwords,
      roles: createRoleLists({ db: runtime.db, department }),
      seal: createSeal(runtime.db),
      limitAddress: createAddressLimiter(runtime, acceptRate),
      limitReads: createAddressLimiter(runtime, readRate),
      timeZoneOf,
    }),
    ...departmentEndpoints({
      runtime,
      audit,
      department,
      dropInvitations,
      roles: heldRoles,
      notifyMemberChanged: session.notifyMemberChanged,
    }),
    ...roles.endpoints,
    ...session.endpoints,
    ...organisation.endpoints,
    ...appearance.endpoints,
    ...wiredRooms.flatMap((room) => room.endpoints({ runtime, audit, department })),
  ];

  return {
    department,
    member,
    organisation,
    session,
    appearance,
    rightsOfRole: roles.rightsOf,
    timeZoneOf,
    endpoints,
  };
};
export type PeopleRooms = ReturnType<typeof createPeopleRooms>;
