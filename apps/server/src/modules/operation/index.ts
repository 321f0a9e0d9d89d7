import { operationCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createHealth } from './health.service.ts';

export interface OperationRoom {
  endpoints: Endpoint[];
}

export function createOperation(runtime: Runtime): OperationRoom {
  const health = createHealth(runtime);
  return { endpoints: [serve(operationCalls.health, (_, { caller }) => health.of(caller))] };
}
