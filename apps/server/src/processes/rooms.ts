import { fillOrganisation } from './fill-organisation.ts';
import type { Foundation } from './foundation.ts';
import { withNotifications } from './call-notifications.ts';
import { withPublishedChanges } from './published-changes.ts';
import { endpointsOf, makeRooms, notificationRules, timersOf, unitsOf } from './rooms.generated.ts';
import type { RoomOptions } from './room-options.ts';
import type { RoomBase } from './room-wiring.ts';

/** Makes every room, each given what it needs: `rooms/<word>.ts` says that of each, in the room's own words. */
export const createRooms = (foundation: Foundation, options: RoomOptions) => {
  const { runtime, broker } = foundation;
  const base: RoomBase = { ...foundation, ...options, fill: fillOrganisation(runtime) };
  const rooms = makeRooms(base);
  const { notifyMembers, membersOfRole } = rooms.notification;
  const endpoints = withNotifications(
    { db: runtime.db, notifyMembers, membersOfRole },
    notificationRules,
    endpointsOf(base, rooms),
  );
  return {
    ...rooms,
    endpoints: withPublishedChanges(runtime, broker, endpoints),
    units: unitsOf(rooms),
    timers: timersOf(base, rooms),
  };
};
export type Rooms = ReturnType<typeof createRooms>;
