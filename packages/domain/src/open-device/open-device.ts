import { z } from 'zod';
import { latitude, longitude, rawText } from '../shape.ts';

/** Version of the contract; it stands in every topic, so that a later one can be spoken beside it. */
export const openDeviceVersion = 1;

/** Devices of any vendor that speak this contract. */
export const openDeviceKinds = ['robot', 'dock'] as const;
export type OpenDeviceKind = (typeof openDeviceKinds)[number];

/** Last levels of `eyrie/v1/{sn}/…` on which a device publishes. */
export const openDevicePublishes = ['hello', 'state', 'ack', 'progress', 'alarms'] as const;
export type OpenDeviceUp = (typeof openDevicePublishes)[number];
/** … on which it is spoken to. */
export const openDeviceSubscribes = ['welcome', 'command'] as const;
export type OpenDeviceDown = (typeof openDeviceSubscribes)[number];

export const openDeviceTopic = (sn: string, last: OpenDeviceUp | OpenDeviceDown): string =>
  `eyrie/v${openDeviceVersion}/${sn}/${last}`;

export const openDeviceLimits = {
  /** A device says its state at least this often, ms. */
  heartbeat: 2_000,
  /** A server asks for a missing hello no more often than this, ms. */
  helloAskedEvery: 10_000,
  /** A command is answered within, ms. */
  ackWithin: 5_000,
  /** Clock of a device against that of the server, ms. */
  clockDifference: 5_000,
  /** A message in bytes, and how deep its JSON nests. */
  messageBytes: 65_536,
  depth: 12,
  alarms: 100,
  queue: 100,
  patrolPoints: 500,
} as const;

/** Text that a device gives; longer text is refused rather than cut. */
const words = (most: number) => rawText(most, 1);
/** Serial number: the user name, and a level of every topic. */
export const openDeviceSn = z.string().regex(/^[A-Za-z0-9_-]{4,64}$/);
/** Epoch ms by the clock of the sender. */
const at = z.number().int().min(0).max(99_999_999_999_999);
const identifier = z.uuid();
/** WGS-84 degrees; height in metres above the ellipsoid. */
const place = z.object({
  lng: longitude,
  lat: latitude,
  height: z.number().min(-1_000).max(20_000).optional(),
});
export type OpenPlace = z.output<typeof place>;
/** Degrees clockwise from true north. */
const heading = z.number().min(0).max(360);
/** m/s. */
const speed = z.number().min(0).max(100);
const percent = z.number().min(0).max(100);

/** What a robot can be ordered. */
const robotCommands = {
  /** Drives to a place and waits there. */
  goTo: z.object({ lng: longitude, lat: latitude }),
  /** Drives along points in their order, from the nearest of its queue on. */
  patrol: z.object({
    name: words(64),
    points: z
      .array(z.object({ lng: longitude, lat: latitude }))
      .min(1)
      .max(openDeviceLimits.patrolPoints),
  }),
  /** Drives to where it is charged. */
  returnToBase: z.object({}),
} as const;

/** What a dock can be ordered. */
const dockCommands = {
  /** Flies the route of a file; `flightId` is the id of the task in its state. Heights in metres above the take-off point. */
  startJob: z.object({
    flightId: identifier,
    file: z.object({
      url: z.url().max(2_048),
      /** Hex of its MD5. */
      md5: z.string().regex(/^[0-9a-f]{32}$/),
      bytes: z.number().int().positive(),
    }),
    returnAltitude: z.number().int().min(20).max(1_500),
    /** What the aircraft does when it loses its link. */
    lostAction: z.enum(['return', 'continue']),
  }),
  returnHome: z.object({}),
  coverOpen: z.object({}),
  coverClose: z.object({}),
} as const;

/** Arguments of every command, by its name. `stop` is known to every device: whatever moves stands still. */
export const openCommands = { ...robotCommands, ...dockCommands, stop: z.object({}) } as const;
export type OpenCommandName = keyof typeof openCommands;
export type OpenCommandArguments<N extends OpenCommandName> = z.output<(typeof openCommands)[N]>;
export const openCommandNames = Object.keys(openCommands) as OpenCommandName[];
export const openCommandsOf: Readonly<Record<OpenDeviceKind, readonly OpenCommandName[]>> = {
  robot: [...(Object.keys(robotCommands) as OpenCommandName[]), 'stop'],
  dock: [...(Object.keys(dockCommands) as OpenCommandName[]), 'stop'],
};

/** The first message of a connection. Nothing of a device counts before it is welcomed. */
export const openHello = z.object({
  protocol: z.literal(openDeviceVersion),
  kind: z.enum(openDeviceKinds),
  at,
  vendor: words(64),
  model: words(64),
  firmware: words(64).optional(),
  /** Those it can carry out; `stop` is always one. */
  commands: z.array(z.enum(openCommandNames)).max(openCommandNames.length),
  /** The aircraft of a dock. */
  aircraft: z.object({ sn: openDeviceSn, model: words(64) }).optional(),
});
export type OpenHello = z.output<typeof openHello>;

/** `helloMissing`: a server that took over in the middle of a connection has not heard its hello, and asks for it. */
export const openWelcomeReasons = [
  'notRegistered',
  'wrongKind',
  'protocol',
  'malformed',
  'helloMissing',
] as const;
export const openWelcome = z.object({
  accepted: z.boolean(),
  /** Why it is not; null when it is. */
  reason: z.enum(openWelcomeReasons).nullable(),
  /** By which a device judges whether a command has expired. */
  serverTime: at,
  /** ms. */
  heartbeat: z.number().int().positive(),
});
export type OpenWelcome = z.output<typeof openWelcome>;

export const openModes = ['idle', 'working', 'paused', 'returning', 'charging', 'fault', 'service'] as const;
export type OpenMode = (typeof openModes)[number];

const openTask = z.object({
  id: words(64),
  name: words(64),
  /** How much is done. */
  percent: percent.optional(),
});
export type OpenTask = z.output<typeof openTask>;

const openFault = z.object({ code: words(32), text: words(300) });

/** State of a dock beside what every device says. */
const openDockState = z.object({
  cover: z.enum(['closed', 'open', 'halfOpen', 'abnormal']),
  aircraftInside: z.boolean(),
  /** m/s. */
  wind: z.number().min(0).max(100).optional(),
  rainfall: z.enum(['none', 'light', 'moderate', 'heavy']).optional(),
  /** Degrees Celsius, outside. */
  temperature: z.number().min(-90).max(90).optional(),
});

/** State of the aircraft of a dock; missing: it is off or out of reach. */
const openAircraftState = z.object({
  airborne: z.boolean(),
  place: place.optional(),
  /** Metres above the take-off point. */
  elevation: z.number().min(-1_000).max(10_000).optional(),
  heading: heading.optional(),
  speed: speed.optional(),
  percent: percent.optional(),
});

/** Said every heartbeat, whole each time: what is missing is not known. */
export const openState = z.object({
  at,
  /** Rises by at least one with every message of a connection. */
  seq: z.number().int().nonnegative(),
  mode: z.enum(openModes),
  place: place.optional(),
  heading: heading.optional(),
  speed: speed.optional(),
  percent: percent.optional(),
  /** Metres driven or flown in all, and seconds in motion. */
  mileage: z.number().nonnegative().optional(),
  runningTime: z.number().nonnegative().optional(),
  task: openTask.optional(),
  /** What it will do after it, in this order. */
  queue: z.array(openTask).max(openDeviceLimits.queue).optional(),
  fault: openFault.optional(),
  dock: openDockState.optional(),
  aircraft: openAircraftState.optional(),
});
export type OpenState = z.output<typeof openState>;

/** A device carries out a command at most once, before `expiresAt`, and answers each that comes. */
export const openCommand = z.object({
  id: identifier,
  name: z.enum(openCommandNames),
  arguments: z.record(z.string(), z.unknown()),
  issuedAt: at,
  /** By the server's clock; what comes later is rejected as `expired` and not carried out. */
  expiresAt: at,
});
export type OpenCommand = z.output<typeof openCommand>;

export const openRejections = [
  'expired',
  'unknownCommand',
  'invalidArguments',
  'busy',
  'unsafe',
  'notAble',
  'fault',
] as const;
export type OpenRejection = (typeof openRejections)[number];

/** Answer to a command; the same again to the same id, whatever has become of it. */
export const openAck = z.object({
  id: identifier,
  result: z.enum(['accepted', 'rejected']),
  /** Of a rejection. */
  reason: z.enum(openRejections).optional(),
  text: words(300).optional(),
});
export type OpenAck = z.output<typeof openAck>;

/** How an accepted command goes on; the last of them is `done`, `failed` or `cancelled`, and comes once. */
export const openProgress = z.object({
  id: identifier,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  percent: percent.optional(),
  text: words(300).optional(),
});
export type OpenProgress = z.output<typeof openProgress>;

/** All alarms that stand now; an empty list: none. */
export const openAlarms = z.object({
  list: z
    .array(
      z.object({
        code: words(64),
        /** 0 notice, 1 caution, 2 warning. */
        level: z.number().int().min(0).max(2),
        text: z.object({ 'zh-CN': words(300), en: words(300), ar: words(300) }).partial(),
      }),
    )
    .max(openDeviceLimits.alarms),
});
export type OpenAlarms = z.output<typeof openAlarms>;

/** What may stand on each topic. */
export const openMessages = {
  hello: openHello,
  state: openState,
  ack: openAck,
  progress: openProgress,
  alarms: openAlarms,
  welcome: openWelcome,
  command: openCommand,
} as const satisfies Record<OpenDeviceUp | OpenDeviceDown, z.ZodType>;
