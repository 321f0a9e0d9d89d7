import { operationCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createHealth } from './health.service.ts';
import { createWork } from './work.service.ts';

export interface OperationRoom {
  endpoints: Endpoint[];
  work: ReturnType<typeof createWork>;
}

export function createOperation(runtime: Runtime): OperationRoom {
  const health = createHealth(runtime);
  return {
    endpoints: [serve(operationCalls.health, (_, { caller }) => health.of(caller))],
    work: createWork(runtime),
  };
}
