import { flightControlEndpoints } from '../../modules/flight-control/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

export const endpoints = ({ wayNow }: RoomBase, { dock }: { dock: Dock }): Endpoint[] =>
  flightControlEndpoints({ dockInScope: dock.inScope, wayNow });
