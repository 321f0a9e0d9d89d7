import { statisticsCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import { deviceCounts, flightCounts, startOfDay } from './statistics.store.ts';

/** Numbers of the overview, each counted from the rows that the caller may see. */
export const createStatistics = (
  runtime: Runtime,
  deps: { organisation: Pick<OrganisationRoom, 'find'> },
): { endpoints: Endpoint[] } => ({
  endpoints: [
    serve(statisticsCalls.overview, async (_request, { caller }) => {
      const timeZone = (await deps.organisation.find(caller.groupRoot))?.timeZone ?? 'Asia/Shanghai';
      const since = await startOfDay(runtime.db, timeZone, new Date(runtime.clock.wall()));
      const devices = await deviceCounts(runtime.db, caller);
      return {
        docks: devices.docks,
        docksOnline: devices.online,
        drones: devices.drones,
        dronesAirborne: devices.airborne,
        routes: devices.routes,
        today: await flightCounts(runtime.db, caller, since),
        since: since.getTime(),
        timeZone,
      };
    }),
  ],
});
