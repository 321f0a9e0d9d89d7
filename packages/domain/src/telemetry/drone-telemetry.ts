import { z } from 'zod';
import { droneModes } from '../drone/drone.ts';
import { cameraSettings } from '../flight-control/camera-settings.ts';
import { captureState } from '../flight-control/capture.ts';
import { nightState } from '../flight-control/night.ts';
import { floatingText, searchlightState } from '../flight-control/psdk.ts';
import { stealthState } from '../flight-control/stealth.ts';
import { thermalState } from '../flight-control/thermal.ts';

const figure = z.number().nullable();

export const linkLossActions = ['hover', 'land', 'return'] as const;

/**
 * Code 9003: the aircraft behind a dock. Heights in metres: `height` above the ellipsoid, `elevation`
 * above the take-off point. Speeds m/s, angles degrees (head: true north 0, clockwise).
 */
export const droneTelemetry = z.object({
  sn: z.string(),
  dockOid: z.string(),
  online: z.boolean(),
  airborne: z.boolean(),
  mode: z.enum([...droneModes, 'unknown']).nullable(),
  modeCode: z.number().int().nullable(),
  reason: z.number().int().nullable(),
  lng: figure,
  lat: figure,
  height: figure,
  elevation: figure,
  speedH: figure,
  speedV: figure,
  head: figure,
  pitch: figure,
  roll: figure,
  homeDistance: figure,
  homeLng: figure,
  homeLat: figure,
  /** m/s, estimated by the aircraft. */
  wind: figure,
  windDir: figure,
  /** What it is set to do when it loses its link; null: it does not say. */
  linkLoss: z
    .object({
      action: z.enum(linkLossActions).nullable(),
      /** On its way to a point: it leaves it, or flies there first. */
      leavesPoint: z.boolean().nullable(),
    })
    // A gateway of the release before says nothing of it.
    .default({ action: null, leavesPoint: null }),
  rth: z.object({ altitude: figure, power: figure, landingPower: figure }),
  remainFlightTime: figure,
  percent: figure,
  batteries: z.array(
    z.object({
      index: z.number().int(),
      sn: z.string().nullable(),
      percent: figure,
      /** Volt. */
      voltage: figure,
      temperature: figure,
      cycles: figure,
    }),
  ),
  gimbal: z.object({ pitch: figure, roll: figure, yaw: figure }),
  camera: z.object({
    payloadIndex: z.string().nullable(),
    mode: z.number().int().nullable(),
    photo: z.boolean().nullable(),
    recording: z.boolean().nullable(),
    recordTime: figure,
    zoom: figure,
    irZoom: figure,
    /** Null: nothing of a thermal lens is reported. */
    thermal: thermalState.nullable().default(null),
    /** Null: nothing of a camera is reported. */
    settings: cameraSettings.nullable().default(null),
    /** Its dock reports by the link of sticks, over which some of its settings go. */
    sticks: z.boolean().default(false),
    /** How it sees at night; null: nothing of it is reported, or no longer. */
    night: nightState.nullable().default(null),
    /** How it stores pictures, as far as only the link of sticks says it; null: nothing is reported, or no longer. */
    capture: captureState.nullable().default(null),
  }),
  /** By their own word on the link of sticks; empty: none has said anything, or no longer. */
  searchlights: z.array(searchlightState).default([]),
  /** By its own word on the link of sticks; null: it has said nothing, or no longer. */
  stealth: stealthState.nullable().default(null),
  /** By their newest word; what is empty is left out. */
  floatingTexts: z.array(floatingText).default([]),
  position: z.object({ fixed: z.boolean().nullable(), quality: figure, gps: figure, rtk: figure }),
  storage: z.object({ totalKB: figure, usedKB: figure }),
  trackId: z.string().nullable(),
  limits: z.object({ height: figure, distance: figure }),
  nightLights: z.boolean().nullable(),
  flightOID: z.string().nullable(),
  /** Age in ms of the newest osd this was made from, when it was published. */
  ageMs: z.number(),
});
export type DroneTelemetry = z.output<typeof droneTelemetry>;
