import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import {
  byOid,
  deleteRequest,
  done,
  listOf,
  oid,
  optionalText,
  pageShape,
  recordVersion,
  sentInstant,
  textPage,
} from '../shape.ts';
import {
  firmwareVersionPattern,
  md5Pattern,
  upgradeDevices,
  upgradeFaults,
  upgradeStates,
  upgradeSteps,
  upgradeTypes,
} from './firmware.ts';

const readers = ['/PortMonitorSee', 'dock:control', 'dock:edit'] as const;
const writers = ['dock:edit'] as const;

/** Docks and aircraft as the Cloud API numbers them. */
const model = z
  .string()
  .regex(/^[03]-\d{1,5}-\d{1,3}$/)
  .meta({ examples: ['3-2-0'] });
const firmware = z
  .string()
  .regex(firmwareVersionPattern)
  .meta({ examples: ['10.01.3202'] });
const md5 = z
  .string()
  .regex(md5Pattern)
  .meta({ examples: ['d41d8cd98f00b204e9800998ecf8427e'] });
const notes = optionalText(limits.firmware.textMax);
const upgradeType = z.literal([upgradeTypes.consistency, upgradeTypes.normal]);

/** A package of an organisation. */
const firmwarePackage = z.object({
  oid,
  model: z.string(),
  /** The version that it brings. */
  firmware: z.string(),
  notes: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number().int(),
  md5: z.string(),
  /** Whoever added it gave the sum of the manufacturer, and it was the same. */
  sumCompared: z.boolean(),
  /** Offered no more. */
  retired: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: sentInstant,
  version: recordVersion,
  allowed: z.array(z.string()),
});
export type FirmwarePackage = z.output<typeof firmwarePackage>;

/** A dock, or the aircraft in it, with what it reported and what it could be upgraded to. */
const upgradeOffer = z.object({
  device: z.enum(upgradeDevices),
  sn: z.string(),
  /** As packages name it. */
  model: z.string(),
  modelName: z.string(),
  /** As it reported last; null: it never did. */
  reported: z.string().nullable(),
  /** Whether its parts fit each other, as it says itself; null: it says nothing of it. */
  consistent: z.boolean().nullable(),
  /** Of when that word is; null: it said none yet. */
  at: sentInstant.nullable(),
  /** Packages for its model, the newest version first. */
  packages: z.array(firmwarePackage),
});
export type UpgradeOffer = z.output<typeof upgradeOffer>;

/** The upgrade of one device, and what became of it. */
const upgradeRecord = z.object({
  oid,
  dockOID: oid,
  commandOID: oid,
  device: z.enum(upgradeDevices),
  sn: z.string(),
  type: upgradeType,
  /** What it reported before; null: nothing. */
  before: z.string().nullable(),
  /** Version of the package; null: there was none. */
  target: z.string().nullable(),
  /** What it reported when it was judged; null: nothing, or it was not yet. */
  after: z.string().nullable(),
  state: z.enum(upgradeStates),
  percent: z.number().int().nullable(),
  step: z.enum(upgradeSteps).nullable(),
  fault: z.enum(upgradeFaults).nullable(),
  /** The number that the dock gave with its refusal. */
  code: z.number().int().nullable(),
  /** Why it came to nothing, in words. */
  message: z.string().nullable(),
  askedBy: z.string(),
  createdAt: sentInstant,
  /** The last word of the dock about it; null: none yet. */
  heardAt: sentInstant.nullable(),
  changedAt: sentInstant,
});
export type UpgradeRecord = z.output<typeof upgradeRecord>;

export const firmwareCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/firmware/query.rest',
    effect: 'reads',
    summary: 'Firmware packages of the organisation, by model and newest first',
    permission: readers,
    request: z.object({
      ...pageShape,
      models: z.array(model).max(10).optional(),
      /** Those that are offered no more as well. */
      retired: z.boolean().optional(),
    }),
    response: listOf(firmwarePackage),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/firmware/get.rest',
    effect: 'reads',
    summary: 'Get a firmware package',
    permission: readers,
    request: byOid,
    response: firmwarePackage,
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/firmware/add.rest',
    effect: 'changes',
    audit: 'firmware.add',
    refuses: ['firmwareSize', 'firmwareSum', 'firmwareKnown', 'firmwaresFull'],
    summary:
      'Add a firmware package as the manufacturer packed it; it is refused when its bytes are not as many as `size`, or their MD5 is another',
    permission: writers,
    upload: { maxBytes: limits.firmware.bytes, toDisk: true },
    request: z.object({
      model,
      firmware,
      /** Bytes of the file, as a number in text. */
      size: z
        .string()
        .regex(/^[1-9]\d{0,9}$/)
        .meta({ examples: ['1'] }),
      /** As the manufacturer names it; missing: nothing to compare with. */
      md5: md5.optional(),
      notes: notes.optional(),
    }),
    response: firmwarePackage,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/firmware/edit.rest',
    effect: 'changes',
    audit: 'firmware.edit',
    summary:
      'Change the notes of a firmware package, or offer it no more; `version`: the one that was read, else the later change is refused',
    permission: writers,
    request: z.object({
      oid,
      version: recordVersion.optional(),
      notes: notes.optional(),
      retired: z.boolean().optional(),
    }),
    response: firmwarePackage,
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/firmware/delete.rest',
    effect: 'changes',
    audit: 'firmware.delete',
    refuses: ['firmwareInUse'],
    summary: 'Delete firmware packages, all or none; what was upgraded stays in its list',
    permission: writers,
    request: deleteRequest,
    response: done,
  }),
  offers: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/otaOffers.rest',
    effect: 'reads',
    summary: 'Firmware of a dock and its aircraft as they reported it, with the packages for their models',
    permission: readers,
    request: byOid,
    response: z.object({
      list: z.array(upgradeOffer),
      /** Models that a package can be for. */
      models: z.array(z.object({ model: z.string(), name: z.string() })),
    }),
  }),
  upgrades: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/otaList.rest',
    effect: 'reads',
    summary:
      'Upgrades of a dock and its aircraft, newest first; one is done when the device reports its version, not when it says so',
    permission: ['/PortMonitorSee', 'dock:control'],
    request: z.object({ oid, ...textPage }),
    response: listOf(upgradeRecord),
  }),
};
