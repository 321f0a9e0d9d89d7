import { zoneOffset } from '@eyrie/domain';
import { auditLogEndpoints, createAuditLog, createAuditWatch } from '../modules/audit-log/index.ts';
import { createNotification } from '../modules/notification/index.ts';
import { createAccessHolds } from '../modules/session/index.ts';
import { createOperation, operators } from '../modules/operation/index.ts';
import { createStatistics } from '../modules/statistics/index.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { createFlightRooms } from './flight-rooms.ts';
import type { Foundation } from './foundation.ts';
import { withMemberNews } from './member-news.ts';
import { publishNotice } from './notice-news.ts';
import { withOrganisationNews } from './organisation-news.ts';
import { createPeopleRooms } from './people-rooms.ts';
import type { RoomOptions } from './room-options.ts';

/**
 * Makes every room, each given what it needs. With people-rooms.ts and flight-rooms.ts the one place where it can be
 * read who depends on whom: people know nothing of flights, flights know people, and both are connected here.
 */
export const createRooms = (foundation: Foundation, options: RoomOptions) => {
  const { runtime, database, broker } = foundation;
  const { listen } = database;
  const audit = createAuditLog(runtime);
  const people = createPeopleRooms(foundation, audit, options);
  const { organisation, session, appearance, rightsOfRole, timeZoneOf } = people;
  const notification = createNotification(runtime, {
    audit,
    publish: (topic, payload) => broker.publish(topic, payload, { qos: 0 }),
  });
  const operation = createOperation(runtime, {
    ...options.operation,
    audit,
    url: database.url,
    instanceId: foundation.instanceId,
    dataDir: options.dataDir,
    listen,
    notifyConsoles: (groupRoot) => publishNotice(broker, runtime, groupRoot),
    notifyMembers: notification.notifyMembers,
    timeZoneOf,
    ended: async ({ kind, ownerOID }, outcome) => {
      if (ownerOID === null) {
        // Nobody asked for it, so nobody waits for it: its failure must be heard of.
        if (kind === 'backup' && outcome === 'failed')
          await notification.notifyMembers(runtime.db, await operators(runtime.db), {
            kind: 'backupFailed',
            values: {},
          });
        return;
      }
      const ending = outcome === 'done' ? 'workFinished' : 'workFailed';
      await notification.notifyMembers(runtime.db, [ownerOID], { kind: ending, values: { work: kind } });
    },
  });
  const access = createAccessHolds(runtime, { session, listen });
  const statistics = createStatistics(runtime, { organisation });
  const flight = createFlightRooms(
    foundation,
    { audit, people, maintenance: operation.maintenance },
    options,
  );
  const { directory, hearing, media, leases, commands, emergency, sendGuard, dockInScope } = flight;

  const endpoints: Endpoint[] = [
    ...people.endpoints,
    ...notification.endpoints,
    ...flight.endpoints,
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
  ];

  const zoneMinutes = async (groupRoot: string): Promise<number> =>
    zoneOffset(await timeZoneOf(groupRoot), runtime.clock.wall()) / 60_000;

  return {
    hearing,
    notification,
    rightsOfRole,
    units: [createAuditWatch(audit), flight.unit, access, ...operation.units],
    zoneMinutes,
    audit,
    operation,
    organisation,
    session,
    access,
    appearance,
    directory,
    media,
    leases,
    commands,
    emergency,
    sendGuard,
    endpoints: withOrganisationNews(runtime, broker, withMemberNews(runtime, { notification }, endpoints)),
    dockInScope,
  };
};
export type Rooms = ReturnType<typeof createRooms>;
