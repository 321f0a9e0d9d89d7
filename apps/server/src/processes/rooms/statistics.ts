import { createStatistics } from '../../modules/statistics/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

export const endpoints = (
  { runtime }: RoomBase,
  { organisation }: { organisation: Organisation },
): readonly Endpoint[] => createStatistics(runtime, { organisation }).endpoints;
