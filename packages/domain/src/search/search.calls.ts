import { z } from 'zod';
import { call } from '../call.ts';
import type { Resource } from '../permission/resources.ts';
import { oid, sentInstant, text } from '../shape.ts';
import { limits } from './search.room.ts';

/**
 * The pages that show a record of each kind, the one that says most first; kinds in the order of an answer. Who may open
 * none of them does not find the kind.
 */
export const searchPages = {
  dock: ['/PortMonitorSee', '/DaJiAirport'],
  drone: ['/UAVAdmin'],
  remoteController: ['/DaJiHandle'],
  battery: ['/BatteryAdmin'],
  gimbal: ['/PTZAdmin'],
  robot: ['/RobotAdmin'],
  route: ['/RoutePlanning'],
  task: ['/TaskManagerNew'],
  flight: ['/TaskManagerNew'],
  workOrder: ['/WarnWorkDetails', '/AlarmWorksheet'],
} as const satisfies Readonly<Record<string, readonly [Resource, ...Resource[]]>>;
export type SearchKind = keyof typeof searchPages;
export const searchKinds = Object.keys(searchPages) as [SearchKind, ...SearchKind[]];

const hit = z.object({
  oid,
  /** Of a flight that of its task; null: flown by hand, without a task. */
  name: z.string().nullable(),
  /** Serial number of a device. */
  sn: z.string().nullable(),
  /** Name of the department; of a flight that of its dock. */
  place: z.string(),
  /** When a flight began, or was arranged where it did not. */
  at: sentInstant.nullable(),
});

export const searchCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/search/query.rest',
    effect: 'reads',
    summary: 'Devices, routes, tasks, flights and work orders by name or serial number, the most exact first',
    permission: 'session',
    request: z.object({ keyword: text(limits.search.wordMost) }),
    response: z.object({
      /** Only kinds of which something was found. */
      groups: z.array(
        z.object({
          kind: z.enum(searchKinds),
          list: z.array(hit),
          /** There are more than are answered. */
          more: z.boolean(),
        }),
      ),
    }),
  }),
};
