import { z } from 'zod';
import { maintenanceStates } from '../dock/dock.ts';
import { recordOf } from '../fields.ts';
import { deviceFields, deviceIdentity } from './device.fields.ts';
import { incompleteFields } from './incomplete.ts';
import { upkeepLevels, upkeepRules } from '../maintenance-programme/upkeep.ts';
import { oid, recordVersion, sentInstant } from '../shape.ts';
import { airworthinessStates, unfitReasons } from './unfit.ts';
import { sentParts } from './device-parts.ts';

/** Found: a device was heard of that nobody has accepted yet. Retired: kept with its history, and used no more. */
export const standings = ['found', 'inService', 'retired'] as const;
export type Standing = (typeof standings)[number];

/** Where a device is that an aircraft carries: in one, in one that its dock charges, or in none. */
export const whereabouts = ['mounted', 'charging', 'shelf'] as const;
export type Whereabouts = (typeof whereabouts)[number];

/** What programmes say of a device is due, or soon will be. */
export const upkeepItems = z.array(
  z.object({
    programme: z.string(),
    rule: z.enum(upkeepRules),
    used: z.number(),
    limit: z.number(),
    level: z.enum(upkeepLevels),
  }),
);

/** The programme and rule that made maintenance due; null: none did. */
export const dueByShape = z
  .object({
    programme: z.string(),
    rule: z.enum(upkeepRules),
    /** How much of its limit was reached then, as `205/200`. */
    reached: z.string(),
  })
  .nullable();

const figure = z.number().nullable();
const words = z.string().nullable();

/** What every record of a device says. Where what was typed and what is reported differ, neither takes the place of the other. */
export const deviceShape = {
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  ...recordOf(deviceIdentity),
  ...recordOf(deviceFields),
  reportedModel: words,
  reportedFirmware: words,
  standing: z.enum(standings),
  maintenance: z.enum(maintenanceStates),
  /** What its programmes say is due, or soon will be. */
  upkeep: upkeepItems,
  /** What made its maintenance due, while it is not done; null: it is not due, or a person noted it. */
  dueBy: dueByShape,
  /** What stands against it; empty: nothing. */
  unfit: z.array(z.enum(unfitReasons)),
  /** What that means before a flight, as its organisation counts it. */
  airworthiness: z.enum(airworthinessStates),
  /** What its record still lacks; it works all the same. */
  incomplete: z.array(z.enum(incompleteFields)),
  online: z.boolean(),
  /** When it was heard of last; null: never. */
  seenAt: sentInstant.nullable(),
  dockOID: oid.nullable(),
  dockName: words,
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
};

/** The aircraft that carries a device now. */
export const carriedShape = {
  whereabouts: z.enum(whereabouts),
  droneOID: oid.nullable(),
  droneName: words,
  /** Place in the aircraft: number of the battery, index of the payload. */
  slot: words,
};

export const carriedFilters = { whereabouts: z.enum(whereabouts).optional() };

export const batteryFigures = {
  /** Charge cycles. */
  cycles: figure,
  /** Volt. */
  voltage: figure,
  /** Degrees Celsius. */
  temperature: figure,
  percent: figure,
  /** Days that it has been stored nearly full. */
  storedDays: figure,
  /** Volt between the highest and the lowest battery of its aircraft; null: it has but one, or said nothing. */
  spread: figure,
};

/** What tells whether the firmware of a device is behind. */
export const firmwareShape = {
  /** The newest firmware that any device of this model has reported in the organisation; null: none that can be compared. */
  latestFirmware: words,
};

/** Counted by the aircraft itself over its life. */
export const droneFigures = {
  flights: figure,
  /** Seconds in the air. */
  flightTime: figure,
  /** Metres. */
  distance: figure,
};

const deviceRecord = z.object(deviceShape);
export type DeviceRecord = z.output<typeof deviceRecord>;

/** What happened to a device by itself, beside the changes that people made. */
export const deviceEvents = [
  'found',
  'mounted',
  'removed',
  'firmware',
  'due',
  'maintenance',
  'correction',
] as const;
export type DeviceEvent = (typeof deviceEvents)[number];
export const deviceEventRow = z.object({
  at: sentInstant,
  event: z.enum(deviceEvents),
  /** Who did it; null: the device itself. */
  by: words,
  /** Aircraft or dock, firmware, state of maintenance: before and after. */
  from: words,
  to: words,
  remark: words,
  /** What was used in it. */
  parts: sentParts,
});
export type DeviceEventRow = z.output<typeof deviceEventRow>;

export type Difference = 'model' | 'firmware';
/** What a person typed and the device contradicts. */
export const differencesOf = ({
  model,
  firmware,
  reportedModel,
  reportedFirmware,
}: Pick<DeviceRecord, 'model' | 'firmware' | 'reportedModel' | 'reportedFirmware'>): Difference[] => [
  ...(model !== null && reportedModel !== null && model !== reportedModel ? ['model' as const] : []),
  ...(firmware !== null && reportedFirmware !== null && firmware !== reportedFirmware
    ? ['firmware' as const]
    : []),
];
