import { robotCalls, type RobotRecord } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
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
  const book = deviceEndpoints(
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
  );
  const get = book.find(({ declaration }) => declaration === robotCalls.get);
  const signIn = createSignIn(runtime, {
    audit: needs.auditLog,
    accounts,
    brokerUrl,
    untilHeard: needs.dock.subscribed.expect,
  });
  return [
    ...book,
    serve(signInCall, async ({ oid }, context: CallContext) => {
      const robot = (await get?.handle({ oid }, context)) as RobotRecord;
      return signIn(robot, context);
    }),
  ];
};
