import { orbitState } from '../flight-control/orbit.ts';
import { z } from 'zod';
import { panoramaStates, panoramaSteps } from '../flight-control/camera-settings.ts';
import { speakerJobStates, speakerSteps } from '../speaker/speaker.ts';
import { debugJobStates, debugMethods, toolState } from '../dock-debug/dock-debug.ts';
import {
  airConditionerModes,
  airConditionerPhases,
  chargeStates,
  coverStates,
  putterStates,
  rainfalls,
  workStates,
} from '../dock/dock.ts';
import { flightStanding } from '../flight/phase.ts';

const known = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values).nullable();
const figure = z.number().nullable();

export const healthItem = z.object({
  code: z.string(),
  /** 0 notice, 1 caution, 2 warning. */
  level: z.number().int(),
  module: z.number().int().nullable(),
  inTheSky: z.boolean(),
  imminent: z.boolean(),
  device: z.enum(['dock', 'drone', 'other']),
  args: z.record(z.string(), z.union([z.number(), z.string()])),
  /** What it means, by language: vendor codes are explained where the vendor is known. */
  text: z.object({ 'zh-CN': z.string(), en: z.string(), ar: z.string() }),
});
export type HealthItem = z.output<typeof healthItem>;

/**
 * Code 9005: everything measured about a dock, merged from its interleaved messages. A null is "not
 * told yet", never zero. `gps` is "lng,lat" text as older consumers expect.
 */
export const dockStatus = z.object({
  sn: z.string(),
  online: z.boolean(),
  gps: z.string().nullable(),
  height: figure,
  heading: figure,
  workState: known(workStates),
  modeCode: z.number().int().nullable(),
  stepCode: z.number().int().nullable(),
  coverState: known(coverStates),
  putterState: known(putterStates),
  supplementLight: z.boolean().nullable(),
  droneInDock: z.boolean().nullable(),
  /** By the dock's own word; the aircraft may be on and not heard. */
  dronePowered: z.boolean().nullable(),
  charge: z.object({ percent: figure, state: known(chargeStates) }),
  airConditioner: z.object({
    mode: known(airConditionerModes),
    phase: known(airConditionerPhases),
    waitSeconds: figure,
  }),
  /** m/s at the dock's anemometer. */
  wind: figure,
  rainfall: known(rainfalls),
  envTemp: figure,
  temp: figure,
  humidity: figure,
  network: z.object({ type: known(['4g', 'ethernet']), quality: figure, rateKBps: figure }),
  link: z.object({
    sdr: z.boolean().nullable(),
    lte: z.boolean().nullable(),
    sdrQuality: figure,
    lteQuality: figure,
  }),
  storage: z.object({ totalKB: figure, usedKB: figure }),
  position: z.object({
    fixed: z.boolean().nullable(),
    quality: figure,
    gps: figure,
    rtk: figure,
    homeValid: z.boolean().nullable(),
  }),
  backupBattery: z.object({ on: z.boolean().nullable(), millivolt: figure, temperature: figure }),
  emergencyStop: z.boolean().nullable(),
  silentMode: z.boolean().nullable(),
  storeMode: known(['plan', 'standby']),
  tools: toolState,
  jobCount: figure,
  /** Running time in seconds. */
  accTime: figure,
  drcState: z.number().int().nullable(),
  mediaRemain: figure,
  firmware: z.string().nullable(),
  /** Dock clock minus server clock in ms at the last message. */
  clockOffset: figure,
  hms: z.array(healthItem),
  /** Whether the dock ever sent a health list: without one, an empty `hms` says nothing. */
  hmsHeard: z.boolean(),
  /** Age in ms of the oldest part this status is merged from and of the newest, when it was published. */
  ageMs: z.number(),
  partsAgeMs: z.number(),
});
export type DockStatus = z.output<typeof dockStatus>;

/** Code 9001: is the dock there, and what is it busy with. */
export const dockPresence = z.object({
  sn: z.string(),
  online: z.boolean(),
  gps: z.string().nullable(),
  workState: known(workStates),
  modeCode: z.number().int().nullable(),
  droneOnline: z.boolean(),
  droneOID: z.string().nullable(),
  droneSn: z.string().nullable(),
  lastSeen: z.number().nullable(),
  job: z
    .object({
      flightOID: z.string(),
      status: z.string(),
      percent: figure,
      step: z.number().int().nullable(),
      waypoint: z.number().int().nullable(),
      waypointCount: z.number().int().nullable(),
      missionState: z.number().int().nullable(),
      reason: z.number().int().nullable(),
      ...flightStanding,
    })
    .nullable(),
  /** What it says of the order of remote debugging that it works at, or worked at last; null: it said nothing. */
  debugJob: z
    .object({
      method: z.enum(debugMethods),
      state: known(debugJobStates),
      percent: figure,
      /** Which part of it, in the words of the device. */
      step: z.string().nullable(),
      /** When it said so, epoch ms. */
      at: z.number(),
    })
    .nullable(),
  /** What it says of the order to play that its loudspeaker carries out, or carried out last; null: it said nothing. */
  speakerJob: z
    .object({
      /** The order that it belongs to; null: none that it named. */
      commandOID: z.string().nullable(),
      psdkIndex: figure,
      state: known(speakerJobStates),
      percent: figure,
      step: known(speakerSteps),
      at: z.number(),
    })
    .nullable(),
  /** What the camera says of the panorama that it takes, or took last; null: it said nothing. */
  panorama: z
    .object({
      state: known(panoramaStates),
      percent: figure,
      step: known(panoramaSteps),
      at: z.number(),
    })
    .nullable()
    // A gateway of the release before says nothing of it.
    .default(null),
  /** A flight around a point by the device's newest word; null: it said nothing. */
  orbit: orbitState.nullable().default(null),
  /** Set after a restart of the server: when, and when the dock confirmed what is shown. */
  restart: z.object({ at: z.number(), confirmedAt: z.number().nullable() }).nullable(),
});
export type DockPresence = z.output<typeof dockPresence>;
