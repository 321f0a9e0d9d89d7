import { operationCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { createHealth } from './health.service.ts';
import type { createPeoplesWork } from './work-people.service.ts';

export interface OperationServices {
  health: ReturnType<typeof createHealth>;
  peoplesWork: ReturnType<typeof createPeoplesWork>;
}

export const operationEndpoints = ({ health, peoplesWork }: OperationServices): Endpoint[] => [
  serve(operationCalls.health, (_, { caller }) => health.of(caller)),
  serve(operationCalls.workQuery, (request, { caller }) => peoplesWork.list(caller, request)),
  serve(operationCalls.workRetry, ({ oid }, context) => peoplesWork.retry(oid, context)),
  serve(operationCalls.workCancel, ({ oid }, context) => peoplesWork.cancel(oid, context)),
];
