import { robotCalls, type RobotRecord } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { deviceEndpoints, robotList, type DeviceNeeds } from '../device/index.ts';
import { followDevices, notifyDockChanged } from '../dock/index.ts';
import { createSignIn, type SignInDependencies } from './robot.sign-in.ts';

type Needs = DeviceNeeds & Omit<SignInDependencies, 'audit'>;

const { signIn: signInCall, ...bookCalls } = robotCalls;

/** Calls that may end the sign-in of a robot. */
const ending: readonly unknown[] = [robotCalls.remove, robotCalls.retire];

/** The book of robots, and their way to the broker. */
export const robotEndpoints = (runtime: Runtime, needs: Needs): Endpoint[] => {
  /** Serial numbers that a call has taken the account from, until the call is done. */
  const ended = new Set<string>();
  const book = deviceEndpoints(
    {
      word: 'robot',
      page: '/RobotAdmin',
      calls: bookCalls,
      list: robotList,
      made: { kind: 'robot' },
      columns: [{ field: 'percent', heading: 'device.percent' }],
      async follow(trx: DbOrTrx, oids, gone) {
        const links = await followDevices(trx, oids, { ended: gone, at: new Date(runtime.serverTime()) });
        if (links.length > 0) await notifyDockChanged(trx, ...links.map(({ oid }) => oid));
        for (const link of links) if (link.ended) ended.add(link.sn);
      },
    },
    runtime,
    needs,
  );
  /** The broker ends the connection once the database says that there is no such device. */
  const endAccounts = async (): Promise<void> => {
    const sns = [...ended];
    ended.clear();
    for (const sn of sns) await needs.accounts.removeDock(sn);
  };
  const get = book.find(({ declaration }) => declaration === robotCalls.get);
  const signIn = createSignIn(runtime, { ...needs, audit: needs.auditLog });
  return [
    ...book.map((endpoint): Endpoint =>
      ending.includes(endpoint.declaration)
        ? {
            ...endpoint,
            async handle(request, context) {
              const answer = await endpoint.handle(request, context);
              await endAccounts();
              return answer;
            },
          }
        : endpoint,
    ),
    serve(signInCall, async ({ oid }, context: CallContext) => {
      const robot = (await get?.handle({ oid }, context)) as RobotRecord;
      return signIn(robot, context);
    }),
  ];
};
