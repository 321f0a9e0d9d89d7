import { limits, pilotPaths } from '@eyrie/domain';
import { modelKey } from '@eyrie/dji';
import { inWorkspace, topologiesAnswered, toTopologies } from '@eyrie/dji/pilot';
import type { BytesAnswer, Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { visibleGateways, type GatewayRow } from './pilot-credential.store.ts';
import { createPilotCredentials, type PilotCredentials } from './pilot-credentials.ts';
import { servePilot, type PilotCall } from './pilot-calls.ts';
import { pilotMap, type PilotMapDeps } from './pilot-map.ts';
import { pilotMedia } from './pilot-media.ts';
import { pilotRoutes } from './pilot-routes.ts';
import { pilotEndpoints, type PilotEndpointDeps } from './pilot.endpoints.ts';
import type { MediaRoom } from '../media/index.ts';
import type { RouteLibrary } from '../route/index.ts';
import type { SessionRoom } from '../session/index.ts';

export { Elsewhere, type PilotCall, type PilotContext } from './pilot-calls.ts';
export type { Pilot } from './pilot-credentials.ts';
export { createPilotPushes, type PilotPushes } from './pilot-pushes.ts';

export interface PilotRoom {
  /** Of the page that the app opens. */
  endpoints: Endpoint[];
  /** Of the app itself, at the paths that it knows. */
  calls: PilotCall[];
  authenticate: PilotCredentials['authenticate'];
  workerOn: PilotCredentials['workerOn'];
  storesFor: PilotCredentials['storesFor'];
  /** The route file that a token was made for; null: the token is nobody's any more. @throws Refusal */
  file(token: string): Promise<BytesAnswer | null>;
}

export interface PilotDeps extends Omit<PilotEndpointDeps, 'credentials' | 'department'>, PilotMapDeps {
  session: Pick<SessionRoom, 'callerOf'>;
  media: MediaRoom;
  library: RouteLibrary;
}

const toGateway = (row: GatewayRow) => ({
  sn: row.sn,
  name: row.name,
  modelKey: modelKey(row.model),
  online: row.online,
  drone:
    row.droneSn === null
      ? null
      : {
          sn: row.droneSn,
          name: row.droneName ?? row.droneSn,
          modelKey: modelKey(row.droneModel ?? ''),
          online: row.droneOnline,
        },
});

/** What DJI Pilot 2 opens and calls on a controller. */
export function createPilot(runtime: Pick<Runtime, 'db' | 'serverTime'>, deps: PilotDeps): PilotRoom {
  const credentials = createPilotCredentials(runtime, deps);
  return {
    endpoints: pilotEndpoints(runtime, { ...deps, credentials }),
    calls: [
      servePilot(
        'topologies',
        inWorkspace,
        async (_request, { caller }) => {
          const gateways = await visibleGateways(runtime.db, caller, limits.pilot.gatewaysMost);
          return toTopologies(gateways.map(toGateway));
        },
        topologiesAnswered,
      ),
      ...pilotRoutes({ ...deps, credentials }),
      ...pilotMedia(deps),
      ...pilotMap(deps),
    ],
    authenticate: credentials.authenticate,
    workerOn: credentials.workerOn,
    storesFor: credentials.storesFor,
    async file(token) {
      const pilot = await credentials.authenticate(token, 'file');
      // The right may have gone since the address was given.
      const reads = pilotPaths.routeFile.permission.some((right) => pilot?.caller.resources.has(right));
      return pilot?.routeOID && reads ? deps.library.file(pilot, pilot.routeOID) : null;
    },
  };
}
