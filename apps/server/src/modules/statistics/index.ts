import { statisticsCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import { countChanges } from './counting.store.ts';
import { countFindings } from './finding-counting.store.ts';
import { measureEndpoints, type MeasureEndpointDependencies } from './measures.endpoints.ts';
import { deviceCounts, flightCounts, startOfDay } from './statistics.store.ts';

export { figuresOfPeriod, namesOf as measureNamesOf } from './measures.service.ts';
export { notCounted } from './measures.store.ts';
export { countServiceLevels, lookAtDocks } from './service-level.store.ts';

/** Numbers of the overview, each counted from the rows that the caller may see. */
export const createStatistics = (
  runtime: Runtime,
  deps: { organisation: Pick<OrganisationRoom, 'find'> } & MeasureEndpointDependencies,
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
    ...measureEndpoints(runtime, deps),
  ],
});

/** Turns of one run: a stop of the server waits for what is under way. */
const turnsMost = 25;
/** Counts closed, judged and corrected records into the days, until none is left or the next run takes over. */
export const countDays = async ({ db }: Pick<Runtime, 'db'>): Promise<void> => {
  for (const count of [countChanges, countFindings])
    for (let turn = 0; turn < turnsMost; turn += 1) if (!(await db.transaction().execute(count))) break;
};
