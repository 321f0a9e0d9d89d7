import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';
import { droneTelemetry } from '../telemetry/drone-telemetry.ts';

const figure = z.number().nullable();

/** What the pilot answered to the request to control the aircraft from here; `asked`: nothing yet. */
const consentStates = ['asked', 'granted', 'refused', 'canceled', 'noAnswer'] as const;
export type ConsentState = (typeof consentStates)[number];

const consent = z.object({
  state: z.enum(consentStates),
  /** Who asked, and by which order. */
  by: z.object({ oid: z.string(), name: z.string() }),
  commandOID: z.string(),
  /** Since when it is so. Server epoch ms. */
  since: z.number(),
  /** Until when the pilot may answer; only while asked. */
  until: z.number().nullable(),
});
export type Consent = z.output<typeof consent>;

/** Code 3026: a remote controller. Live figures are gone while it is offline; its last place stays. */
const controllerState = z.object({
  sn: z.string(),
  online: z.boolean(),
  /** Of its own battery. */
  percent: figure,
  /** From the measured fall of its charge; null until that is known. */
  minutesLeft: figure,
  lng: figure,
  lat: figure,
  /** Metres above the ellipsoid. */
  height: figure,
  /** Of the link to its aircraft: 0 to 5. */
  link: z.object({ sdr: figure, fourG: figure }),
  firmware: z.string().nullable(),
  droneOID: z.string().nullable(),
  droneSn: z.string().nullable(),
  droneOnline: z.boolean(),
  /** It takes requests to control its aircraft from here. */
  mayAsk: z.boolean(),
  /** It carries out orders to return home. */
  mayReturn: z.boolean(),
  consent: consent.nullable(),
  lastSeen: z.number().nullable(),
  /** Age in ms of its newest message, when it was published. */
  ageMs: z.number(),
});
export type ControllerState = z.output<typeof controllerState>;

/** Code 3037: whether an aircraft is in reach of what it flies with. Published when that changes. */
const droneOnline = z.object({
  sn: z.string(),
  online: z.boolean(),
  /** The dock or controller that it is behind. */
  linkOID: z.string(),
});

export const topics = {
  controllerState: {
    code: 3026,
    data: controllerState,
    topic: (root: string, id: string) => `INFO/${root}/RC/${id}/3026`,
  },
  /** The aircraft behind a controller, as code 9003 says it of one behind a dock; its `dockOid` is the controller. */
  heldDroneTelemetry: {
    code: 9101,
    data: droneTelemetry,
    topic: (root: string, id: string) => `INFO/${root}/UAV/${id}/9101`,
  },
  droneOnline: {
    code: 3037,
    data: droneOnline,
    topic: (root: string, id: string) => `INFO/${root}/UAV/${id}/3037`,
  },
} satisfies Record<string, LiveTopic>;
