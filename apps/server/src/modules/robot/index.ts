import { robotCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { reading } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { deviceEndpoints, robotList, type DeviceNeeds } from '../device/index.ts';
import { deviceLinks, type DockAccounts } from '../dock/index.ts';
import { createSignIn } from './robot.sign-in.ts';

const { signIn: signInCall, ...calls } = robotCalls;

interface Base {
  runtime: Runtime;
  accounts: Pick<DockAccounts, 'ensureDock' | 'removeDock'>;
  brokerUrl(): string;
}
interface Others extends Omit<DeviceNeeds, 'auditLog'> {
  auditLog: AuditLog;
  dock: { subscribed: { expect(oid: string): { wait(): Promise<void> } } };
}

/** The book of robots, and their way to the broker. */
export const endpoints = ({ runtime, accounts, brokerUrl }: Base, needs: Others): Endpoint[] => {
  const signIn = createSignIn(runtime, {
    audit: needs.auditLog,
    accounts,
    brokerUrl,
    untilHeard: needs.dock.subscribed.expect,
  });
  return [
    ...deviceEndpoints(
      {
        word: 'robot',
        page: '/RobotAdmin',
        calls,
        list: robotList,
        made: { kind: 'robot' },
        columns: [{ field: 'percent', heading: 'device.percent' }],
        signIns: { ...deviceLinks, endAccount: accounts.removeDock },
      },
      runtime,
      needs,
    ),
    serve(signInCall, async ({ oid }, context) => {
      const robot = await reading(robotList).byOid(runtime.db, context, oid);
      if (!robot) throw notFound();
      return signIn(robot, context);
    }),
  ];
};
