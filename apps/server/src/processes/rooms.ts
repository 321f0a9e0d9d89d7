import { calls, limits, zoneOffset, type CallDeclaration } from '@eyrie/domain';
import { createAppearance } from '../modules/appearance/index.ts';
import {
  auditLogEndpoints,
  createAuditLog,
  createAuditWatch,
  overridesBecauseOf,
} from '../modules/audit-log/index.ts';
import {
  commandEndpoints,
  createCommandService,
  createEmergency,
  createJournal,
  createSentWishes,
} from '../modules/command/index.ts';
import { createDepartment, departmentEndpoints } from '../modules/department/index.ts';
import { createDictionary, dictionaryFiller } from '../modules/dictionary/index.ts';
import { deviceHealthEndpoints, requireService } from '../modules/device-health/index.ts';
import {
  createDockDirectory,
  dockEndpoints,
  dockForCaller,
  docksInsuredBy,
  snapshotAirborne,
  type DockAccounts,
  type DockIdentity,
} from '../modules/dock/index.ts';
import { flightEndpoints, flightForCaller } from '../modules/flight/index.ts';
import { createLeaseService, leaseEndpoints } from '../modules/lease/index.ts';
import { createMedia } from '../modules/media/index.ts';
import { createMember, dropInvitations, memberAdministration } from '../modules/member/index.ts';
import { createNotification } from '../modules/notification/index.ts';
import { createOperation, operators, type OperationDeps } from '../modules/operation/index.ts';
import { createOrganisation } from '../modules/organisation/index.ts';
import {
  createRole,
  createRoleEndpoints,
  createRoleLists,
  createRoleMembership,
} from '../modules/role/index.ts';
import { createRoute } from '../modules/route/index.ts';
import { createAddressLimiter, createSession } from '../modules/session/index.ts';
import { createStatistics } from '../modules/statistics/index.ts';
import { createTask } from '../modules/task/index.ts';
import { videoEndpoints, type VideoServer } from '../modules/video/index.ts';
import type { Caller, Endpoint } from '../platform/http/endpoint.ts';
import { notFound } from '../platform/http/refusal.ts';
import { createSeal } from '../platform/seal.ts';
import { join } from 'node:path';
import type { GateItem } from '@eyrie/domain';
import { createHearing } from './hearing.ts';
import { tellLease } from './lease-news.ts';
import { tellNotice } from './notice-news.ts';
import { withMemberNews } from './member-news.ts';
import { withOrganisationNews } from './organisation-news.ts';
import type { Foundation } from './foundation.ts';
import type { ObjectStore } from './objects.ts';

export interface RoomOptions {
  /** What this server does in the background, measures of itself, and says of itself in a diagnosis. */
  operation: Pick<OperationDeps, 'worker' | 'scheduler' | 'probes' | 'withObjects' | 'release' | 'settings'>;
  dataDir: string;
  /** Address of the live endpoint as browsers reach it; null: on the host that served the page. */
  liveUrl: string | null;
  /** As browsers and providers reach this server. No slash at the end. */
  publicUrl(): string;
  /** True where nobody reaches this server but this machine itself. */
  onlyHere: boolean;
  /** Where docks upload to. */
  objectsUrl(): string;
  store: ObjectStore;
  video: VideoServer;
  accounts: DockAccounts;
  gateNow(flightOID: string, dockOID: string): Promise<GateItem[] | null>;
}

/** Makes every room, each given what it needs: the one place where it can be read who depends on whom. */
export const createRooms = (foundation: Foundation, options: RoomOptions) => {
  const { runtime, database, broker } = foundation;
  const { listen } = database;
  const audit = createAuditLog(runtime);
  const department = createDepartment(runtime);
  const member = createMember(runtime, { department });
  const role = createRole(runtime);
  const redirectUrl = (): string => `${options.publicUrl()}/openid/return`;
  const loopback = options.onlyHere;
  const dictionary = createDictionary(runtime, {
    audit,
    usages: [
      { kind: 'dock', group: 'insuranceCompany', count: docksInsuredBy, link: () => '/DataStatistics' },
      { kind: 'override', group: 'overrideReason', count: overridesBecauseOf, link: () => null },
    ],
  });
  const organisation = createOrganisation(runtime, {
    audit,
    department,
    member,
    role,
    redirectUrl,
    loopback,
    fill: dictionaryFiller(runtime),
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
    tellRoleChanged: session.tellRoleChanged,
  });
  const appearance = createAppearance(runtime, {
    audit,
    organisation,
    session,
    objects: options.store.objects,
    liveUrl: options.liveUrl,
  });
  const directory = createDockDirectory(runtime, { listen });

  const timeZoneOf = async (groupRoot: string): Promise<string> =>
    (await organisation.find(groupRoot))?.timeZone ?? 'UTC';

  const requireFlight = async (caller: Caller, flightOID: string, dockOID: string): Promise<void> => {
    const flight = await flightForCaller(runtime.db, caller, flightOID);
    if (!flight || flight.dock_oid !== dockOID) throw notFound();
  };
  const dockInScope = async (caller: Caller, oid: string): Promise<DockIdentity> => {
    const dock = await dockForCaller(runtime.db, caller, oid);
    if (!dock) throw notFound();
    return dock;
  };

  const route = createRoute(runtime, { audit, department, objects: options.store.objects });
  const task = createTask(runtime, { audit, department });
  const media = createMedia(runtime, { objects: options.store.objects, objectsUrl: options.objectsUrl });
  const operation = createOperation(runtime, {
    ...options.operation,
    audit,
    url: database.url,
    instanceId: foundation.instanceId,
    dataDir: options.dataDir,
    listen,
    tellConsoles: (groupRoot) => tellNotice(broker, runtime, groupRoot),
    tellMembers: (db, members, told) => notification.tellMembers(db, members, told),
    timeZoneOf,
    ended: async ({ kind, ownerOID }, outcome) => {
      if (ownerOID === null) {
        // Nobody asked for it, so nobody waits for it: its failure must be heard of.
        if (kind === 'backup' && outcome === 'failed')
          await notification.tellMembers(runtime.db, await operators(runtime.db), {
            kind: 'backupFailed',
            values: {},
          });
        return;
      }
      const told = outcome === 'done' ? 'workFinished' : 'workFailed';
      await notification.tellMembers(runtime.db, [ownerOID], { kind: told, values: { work: kind } });
    },
  });
  const statistics = createStatistics(runtime, { organisation });

  const hearing = createHearing(listen);
  const leases = createLeaseService(runtime, {
    audit,
    changed: (target, change) => tellLease(broker, runtime, target, change),
    airborne: (dockOID) => snapshotAirborne(runtime.db, dockOID),
  });
  const notification = createNotification(runtime, {
    audit,
    publish: (topic, payload) => broker.publish(topic, payload, { qos: 0 }),
  });
  const commands = createCommandService(runtime, {
    audit,
    listen: async (handler) => void (await listen('command_changed', handler)),
    newFlightRefusal: operation.maintenance.newFlightRefusal,
  });
  const sentWishes = createSentWishes(runtime, broker);
  const emergency = createEmergency(runtime, {
    sentWishes,
    broker,
    directory,
    audit,
    journal: createJournal(join(options.dataDir, 'journal', 'emergency.jsonl')),
  });

  const endpoints: Endpoint[] = [
    ...member.endpoints,
    ...memberAdministration({
      runtime,
      audit,
      session,
      membership,
      passwords: member.passwords,
      roles: createRoleLists({ db: runtime.db, department }),
      seal: createSeal(runtime.db),
      limitAddress: createAddressLimiter(runtime, 'invitation', limits.member.acceptsPerAddressPerMinute),
      limitLooks: createAddressLimiter(runtime, 'invitationLook', limits.member.looksPerAddressPerMinute),
      timeZoneOf,
    }),
    ...departmentEndpoints({
      runtime,
      audit,
      dropInvitations,
      tellMemberChanged: session.tellMemberChanged,
    }),
    ...roles.endpoints,
    ...session.endpoints,
    ...organisation.endpoints,
    ...appearance.endpoints,
    ...dictionary.endpoints,
    ...notification.endpoints,
    ...route.endpoints,
    ...task.endpoints,
    ...media.endpoints,
    ...statistics.endpoints,
    ...operation.endpoints,
    ...auditLogEndpoints(runtime, {
      audit,
      timeZoneOf,
      verifyLater: ({ caller: { memberOID, groupRoot, sessionOID }, address, correlationId }, unowned) =>
        operation.work.add(runtime.db, {
          kind: 'auditVerify',
          ownerOID: memberOID,
          groupRoot,
          request: { ...(unowned ? { unowned } : {}), asked: { sessionOID, address, correlationId } },
        }),
    }),
    ...dockEndpoints(runtime, {
      audit,
      accounts: options.accounts,
      untilHeard: hearing.expect,
      chineseNamesOnly: async (groupRoot) => (await organisation.policyOf(groupRoot)).nameChineseOnly,
    }),
    ...flightEndpoints(runtime, {
      audit,
      requireDepartment: department.requireVisible,
      dockInScope,
      routeForFlight: route.forFlight,
      ensureManualTask: task.ensureManualTask,
      gateNow: options.gateNow,
    }),
    ...leaseEndpoints({ leases, dockInScope, spendNonce: commands.spendNonce }),
    ...commandEndpoints(runtime, {
      commands,
      dockInScope,
      requireFlight,
      emergency,
      databaseUp: foundation.databaseUp,
    }),
    ...deviceHealthEndpoints({
      runtime,
      audit,
      department,
      timeZoneOf,
      dockInScope,
      requireFlight,
      requireDriver: requireService(async (oid) => (await member.byOid(runtime.db, oid))?.service === true),
    }),
    ...videoEndpoints(runtime, { video: options.video, dockInScope }),
  ];

  const zoneMinutes = async (groupRoot: string): Promise<number> =>
    zoneOffset(await timeZoneOf(groupRoot), runtime.clock.wall()) / 60_000;

  return {
    hearing,
    notification,
    rightsOfRole: roles.rightsOf,
    units: [createAuditWatch(audit), route.unit, ...operation.units],
    zoneMinutes,
    audit,
    operation,
    organisation,
    session,
    appearance,
    directory,
    media,
    leases,
    commands,
    emergency,
    sentWishes,
    endpoints: withOrganisationNews(runtime, broker, withMemberNews(runtime, { notification }, endpoints)),
    dockInScope,
  };
};
export type Rooms = ReturnType<typeof createRooms>;

/** Calls that find their own way while the database is away. */
export const worksWithoutDatabase: ReadonlySet<CallDeclaration> = new Set<CallDeclaration>([
  calls.command.returnHome,
  calls.command.hover,
]);
