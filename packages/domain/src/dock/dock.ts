import { z } from 'zod';
import { incompleteFields } from '../device/incomplete.ts';
import { airworthinessStates, unfitReasons } from '../device/unfit.ts';
import { latitude, longitude, oid, recordVersion, sentInstant } from '../shape.ts';

/** Work states of a dock. `uncalibrated` is Dock 3's own and counts as not idle. */
export const workStates = [
  'idle',
  'onSiteDebug',
  'remoteDebug',
  'firmwareUpgrade',
  'working',
  'uncalibrated',
] as const;
export type WorkState = (typeof workStates)[number];

export const coverStates = ['closed', 'open', 'halfOpen', 'abnormal'] as const;
export const putterStates = ['closed', 'extended', 'moving', 'abnormal'] as const;
export const chargeStates = ['charging', 'notCharged', 'idle'] as const;
export const rainfalls = ['none', 'light', 'moderate', 'heavy'] as const;

/** What an air conditioner does, and in which part of its cycle. */
export const airConditionerModes = [
  'idle',
  'cooling',
  'heating',
  'dehumidifying',
  'fanCooling',
  'defogging',
] as const;
export const airConditionerPhases = ['steady', 'preparing', 'exiting'] as const;

export const vendors = ['DJI', 'own'] as const;

/** A maintenance is due, under way, and done, in this order: each state with the only one that follows. */
export const nextMaintenance = { none: 'awaiting', awaiting: 'under', under: 'none' } as const;
export const maintenanceStates = ['none', 'awaiting', 'under'] as const;
export type MaintenanceState = (typeof maintenanceStates)[number];

/** Retired: kept with its flights and its history, and used no more. */
export const dockStandings = ['inService', 'retired'] as const;
export type DockStanding = (typeof dockStandings)[number];

/** Chinese characters only, at most `max` of them. */
export const chineseName = (max: number) =>
  new RegExp(`^[\\u3400-\\u9fff\\u{20000}-\\u{2ffff}]{1,${max}}$`, 'u');

export const dockRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  sn: z.string(),
  model: z.string(),
  vendor: z.enum(vendors),
  online: z.boolean(),
  workState: z.enum(workStates).nullable(),
  lng: longitude.nullable(),
  lat: latitude.nullable(),
  height: z.number().nullable(),
  lastSeen: sentInstant.nullable(),
  droneOID: oid.nullable(),
  droneSn: z.string().nullable(),
  droneName: z.string().nullable(),
  droneModel: z.string().nullable(),
  /** Launch limit for wind in m/s. */
  windLimit: z.number(),
  firmware: z.string().nullable(),
  insuranceCompany: z.string().nullable(),
  policyNumber: z.string().nullable(),
  insuranceUntil: sentInstant.nullable(),
  maintenance: z.enum(maintenanceStates),
  standing: z.enum(dockStandings),
  /** What stands against it, `carried` for what stands against its aircraft; empty: nothing. */
  unfit: z.array(z.enum(unfitReasons)),
  /** The same of its aircraft. */
  droneUnfit: z.array(z.enum(unfitReasons)),
  /** What both mean before a flight, as its organisation counts them. */
  airworthiness: z.enum(airworthinessStates),
  /** What its record still lacks; it works all the same. */
  incomplete: z.array(z.enum(incompleteFields)),
  /** For these reasons the pre-flight check keeps it on the ground, as the organisation counts them. */
  grounded: z.boolean(),
  /** It has come in by its binding code, or needs none. */
  bound: z.boolean(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type DockRecord = z.output<typeof dockRecord>;
