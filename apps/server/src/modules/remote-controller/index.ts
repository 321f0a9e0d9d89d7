import { remoteControllerCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { remoteControllerList, deviceEndpoints, type DeviceNeeds } from '../device/index.ts';
import { deviceLinks, type DockAccounts } from '../dock/index.ts';
import { createEnrolment } from './enrolment.service.ts';

const { connect, ...calls } = remoteControllerCalls;

interface Base {
  runtime: Runtime;
  accounts: Pick<DockAccounts, 'ensureDock' | 'removeDock'>;
  brokerUrl(): string;
}
interface Others extends Omit<DeviceNeeds, 'auditLog'> {
  auditLog: AuditLog;
  dock: { subscribed: { expect(oid: string): { wait(): Promise<void> } } };
}

export const endpoints = ({ runtime, accounts, brokerUrl }: Base, needs: Others): Endpoint[] => [
  serve(
    connect,
    createEnrolment(runtime, {
      audit: needs.auditLog,
      accounts,
      brokerUrl,
      untilHeard: needs.dock.subscribed.expect,
    }),
  ),
  ...deviceEndpoints(
    {
      word: 'remoteController',
      page: '/DaJiHandle',
      calls,
      list: remoteControllerList,
      made: { kind: 'remoteController' },
      columns: [{ field: 'percent', heading: 'device.percent' }],
      signIns: { ...deviceLinks, endAccount: accounts.removeDock },
    },
    runtime,
    needs,
  ),
];
