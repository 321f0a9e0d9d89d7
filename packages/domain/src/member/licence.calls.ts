import { z } from 'zod';
import { call } from '../call.ts';
import { documentTypes } from '../device-document/device-document.ts';
import { limits } from '../limits.ts';
import { byOid, deleteRequest, done, instant, oid, sentInstant, text } from '../shape.ts';

/** Within sight, beyond it, who teaches it, what a country calls its own, anything else. */
export const licenceKinds = ['visual', 'beyond', 'instructor', 'national', 'other'] as const;

/** The file that shows a licence: one of each, another one takes its place. */
export const licenceScan = z.object({
  contentType: z.enum(documentTypes),
  /** Bytes. */
  size: z.number().int(),
  addedAt: sentInstant,
  addedBy: z.string(),
});
export type LicenceScan = z.output<typeof licenceScan>;

export const licenceRecord = z.object({
  oid,
  memberOID: oid,
  kind: z.enum(licenceKinds),
  licenceNumber: z.string(),
  /** Null: it does not end. */
  validUntil: sentInstant.nullable(),
  createdAt: sentInstant,
  createdBy: z.string(),
  /** Entered by its holder, it counts for nothing until somebody who keeps the members has confirmed it. */
  confirmed: z.boolean(),
  /** Who confirmed it; null: nobody, or it was entered by whoever keeps the members. */
  confirmedBy: z.string().nullable(),
  scan: licenceScan.nullable(),
  allowed: z.array(z.string()),
});
export type LicenceRecord = z.output<typeof licenceRecord>;

const { numberMax, most, scanBytes } = limits.licence;

const entered = {
  kind: z.enum(licenceKinds),
  licenceNumber: text(numberMax),
  validUntil: instant.nullable(),
};

/** Licences with which members fly: the verdict asks for one that is valid. */
export const licenceCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/query.rest',
    effect: 'reads',
    summary: `Licences of a member, those that end last first; at most ${most}. Everybody reads their own`,
    permission: 'session',
    request: z.object({ memberOID: oid }),
    response: z.object({ list: z.array(licenceRecord) }),
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/add.rest',
    effect: 'changes',
    audit: 'memberLicence.add',
    refuses: ['licencesFull', 'licenceTaken'],
    summary: 'Enter a licence of a member',
    permission: ['member:edit'],
    request: z.object({ memberOID: oid, ...entered }),
    response: licenceRecord,
  }),
  addOwn: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/addOwn.rest',
    effect: 'changes',
    audit: 'memberLicence.addOwn',
    refuses: ['licencesFull', 'licenceTaken'],
    summary: 'Enter a licence of the caller; it counts once somebody who keeps the members has confirmed it',
    permission: 'session',
    request: z.object(entered),
    response: licenceRecord,
  }),
  confirm: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/confirm.rest',
    effect: 'changes',
    audit: 'memberLicence.confirm',
    refuses: ['licenceOwn'],
    summary:
      'Confirm a licence that its holder has entered; nobody confirms their own, nor a scan that took the place of the one they saw',
    permission: ['member:edit'],
    request: z.object({
      oid,
      /** When the scan that was looked at was added; null: there was none; missing: nobody looked. */
      scanAddedAt: instant.nullable().optional(),
    }),
    response: licenceRecord,
  }),
  withdraw: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/withdraw.rest',
    effect: 'changes',
    audit: 'memberLicence.withdraw',
    summary: 'Delete a licence that the caller has entered for themselves and that nobody has confirmed',
    permission: 'session',
    request: z.object({ oid }),
    response: done,
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/delete.rest',
    effect: 'changes',
    audit: 'memberLicence.delete',
    summary: 'Delete licences of members, all or none',
    permission: ['member:edit'],
    request: deleteRequest,
    response: done,
  }),
  scan: call({
    method: 'GET',
    path: '/nebula-five/memberLicence/scan.rest',
    effect: 'reads',
    summary: 'The scan of a licence, to be saved, for whoever sees the licence',
    permission: 'session',
    request: byOid,
    response: z.unknown(),
    bytes: [...documentTypes],
  }),
  addScan: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/addScan.rest',
    effect: 'changes',
    audit: ['memberLicence.addScan', 'memberLicence.replaceScan'],
    refuses: ['documentFormat', 'imageDimensions', 'tooManyRequests', 'uploadDepartmentQuota', 'uploadSpace'],
    summary:
      'Give a licence its scan, a PDF or a picture, in place of the one it has; its content decides, whatever its name says. Its holder until it is confirmed, and whoever keeps the members',
    permission: 'session',
    upload: { maxBytes: scanBytes },
    request: z.object({ oid }),
    response: licenceRecord,
  }),
  removeScan: call({
    method: 'POST',
    path: '/nebula-five/memberLicence/deleteScan.rest',
    effect: 'changes',
    audit: 'memberLicence.deleteScan',
    summary: 'Delete the scan of a licence: its holder until it is confirmed, and whoever keeps the members',
    permission: 'session',
    request: z.object({ oid }),
    response: licenceRecord,
  }),
};
