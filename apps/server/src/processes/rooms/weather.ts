import { weatherEndpoints } from '../../modules/weather/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

export const endpoints = ({ runtime, weather, onlyHere }: RoomBase, _rooms: object): readonly Endpoint[] =>
  weatherEndpoints(runtime, { settings: weather, loopback: onlyHere });
