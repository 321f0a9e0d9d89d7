import { flightChoiceCalls as calls, flightCalls, limits, type FlightRecord } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { notifyTaken } from '../../platform/notify-taken.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  acknowledgeFlight,
  aiFiguresOf,
  devicesSeen,
  droneOf,
  flyers,
  heightLimitOf,
  takeAssigned,
  type Assigned,
} from './flight.choices.store.ts';
import { dockSeen } from './flight.locks.store.ts';

const { offered, samples, notifyAtOnce } = limits.flightChoice;

interface Deps {
  audit: AuditLog;
  list: {
    find(context: CallContext, oid: string): Promise<{ oid: string; dockOID: string } | undefined>;
    get(oid: string, context: CallContext): Promise<FlightRecord>;
  };
}

const thumbnail = (mediaOID: string): string =>
  `${flightCalls.preview.path.replace('{id}', mediaOID)}?thumbnail=true`;

/** What an arrangement is chosen from, and the acknowledgement of its assignee. */
export const choiceEndpoints = (runtime: Runtime, { audit, list }: Deps): Endpoint[] => [
  serve(calls.choices, async ({ dockOID, keyword = '' }, { caller }) => {
    const { db } = runtime;
    const dock = await dockSeen(db, caller, dockOID);
    if (!dock) throw notFound();
    const drone = await droneOf(db, dockOID);
    const found = await flyers(db, dockOID, { keyword: keyword.trim(), most: offered + 1 });
    return {
      assignees: found.slice(0, offered),
      more: found.length > offered,
      drone,
      protocol: dock.wire === 'open' ? 'open' : 'cloud',
      heightLimit: await heightLimitOf(db, dockOID),
      gimbals: drone ? await devicesSeen(db, caller, 'gimbal', { droneOID: drone.oid }) : [],
      controllers: await devicesSeen(db, caller, 'remoteController', {}),
    } as const;
  }),
  serve(calls.aiFigures, async ({ aiTypes }, { caller }) => {
    const rows = await aiFiguresOf(runtime.db, caller, [...new Set(aiTypes)], samples);
    return {
      list: rows.map(({ samples: shown, ...figures }) => ({
        ...figures,
        samples: shown.flatMap((one) =>
          one === null
            ? []
            : [
                {
                  url: thumbnail(one.mediaOID),
                  box: { x: one.x, y: one.y, width: one.width, height: one.height },
                  picture: { width: one.pictureWidth, height: one.pictureHeight },
                },
              ],
        ),
      })),
    };
  }),
  serve(calls.acknowledge, async ({ oid }, context) => {
    const { memberOID } = context.caller;
    const seen = await list.find(context, oid);
    if (!seen) throw notFound();
    const at = new Date(Math.round(runtime.serverTime()));
    const given = await runtime.db.transaction().execute(async (trx) => {
      if (!(await acknowledgeFlight(trx, oid, memberOID, at))) return false;
      await audit.done(trx, context, 'flight.acknowledgeFlight', { flightOID: oid }, seen.dockOID);
      return true;
    });
    // A flight that was deleted meanwhile is not found here.
    const flight = await list.get(oid, context);
    if (given) return flight;
    if (flight.assigneeOID !== memberOID || flight.acknowledgement === 'none')
      throw new Refusal('acknowledgeNotYours');
    throw new Refusal(flight.acknowledgement === 'waiting' ? 'flightOver' : 'acknowledged');
  }),
];

/** Timer step: notifies whoever is to fly what somebody else arranged, once. */
export const createAssigneePass =
  (
    runtime: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
    notify: (assigned: Assigned, trx: DbOrTrx) => Promise<void>,
  ): (() => Promise<void>) =>
  () => {
    const at = new Date(Math.round(runtime.serverTime()));
    return notifyTaken(runtime, (trx) => takeAssigned(trx, notifyAtOnce, at), notify);
  };
