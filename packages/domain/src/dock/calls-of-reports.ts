import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, oid, sentInstant } from '../shape.ts';

/** Of when a word of a device is, and how old that is now, ms; null: it said none yet. */
const asOf = { at: sentInstant.nullable(), ageMs: z.number().nullable() };
const kinds = ['dock', 'drone', 'battery', 'gimbal'] as const;

const reportedDevice = z.object({
  kind: z.enum(kinds),
  sn: z.string(),
  model: z.string().nullable(),
  /** Place in the aircraft; null: dock and aircraft themselves. */
  slot: z.string().nullable(),
  online: z.boolean(),
  ...asOf,
});
export type ReportedDevice = z.output<typeof reportedDevice>;

const reportedFirmware = z.object({
  kind: z.enum(kinds),
  sn: z.string(),
  slot: z.string().nullable(),
  version: z.string().nullable(),
  /** Whether its parts fit each other, as it says itself; null: it says nothing of it. */
  consistent: z.boolean().nullable(),
  upgrading: z.boolean().nullable(),
  ...asOf,
});
export type ReportedFirmware = z.output<typeof reportedFirmware>;

const figure = z.number().nullable();
const reportedPsdk = z.object({
  index: z.number().int(),
  name: z.string().nullable(),
  sn: z.string().nullable(),
  version: z.string().nullable(),
  values: z.array(z.object({ index: z.number().int(), value: z.number() })),
  /** Null: it is no loudspeaker. */
  speaker: z.object({ workMode: figure, playMode: figure, volume: figure, state: figure }).nullable(),
});
export type ReportedPsdk = z.output<typeof reportedPsdk>;

const readers = ['/PortMonitorSee', 'dock:control'] as const;

/**
 * What a dock has reported of itself and of its aircraft, as it is stored: nothing is asked of a device.
 * @param path where these calls begin
 */
export const reportedCalls = (path: string) => ({
  devices: call({
    method: 'GET',
    path: `${path}/devices.rest`,
    effect: 'reads',
    summary: 'A dock, its aircraft and what that carries, each with the age of its last word',
    permission: readers,
    request: byOid,
    response: z.object({ list: z.array(reportedDevice) }),
  }),
  firmware: call({
    method: 'GET',
    path: `${path}/firmware.rest`,
    effect: 'reads',
    summary: 'Versions as dock and aircraft report them, and whether they say that their parts fit',
    permission: readers,
    request: byOid,
    response: z.object({ list: z.array(reportedFirmware) }),
  }),
  psdk: call({
    method: 'GET',
    path: `${path}/psdk.rest`,
    effect: 'reads',
    summary:
      'Payloads of others on the aircraft with the values of their controls, as the dock reported them last',
    permission: readers,
    request: byOid,
    response: z.object({
      /** False: the dock has never said anything of them, which is not that there are none. */
      reported: z.boolean(),
      list: z.array(reportedPsdk),
      ...asOf,
    }),
  }),
  inFlight: call({
    method: 'GET',
    path: `${path}/inFlight.rest`,
    effect: 'reads',
    summary: 'Whether the aircraft of a dock is in the air by its last word, and on which flight',
    permission: readers,
    request: byOid,
    response: z.object({
      /** Null: it has said nothing yet. */
      inFlight: z.boolean().nullable(),
      modeCode: z.number().int().nullable(),
      flightOID: oid.nullable(),
      ...asOf,
    }),
  }),
});
