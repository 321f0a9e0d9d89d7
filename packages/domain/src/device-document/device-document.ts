import { z } from 'zod';
import { deviceKinds } from '../device/device-kind.ts';
import { oid, sentInstant } from '../shape.ts';

export const documentKinds = ['policy', 'paper', 'maintenance', 'other'] as const;
export type DocumentKind = (typeof documentKinds)[number];
/** Kinds of which a device needs one that is valid. */
export const lastingKinds: ReadonlySet<DocumentKind> = new Set(['policy', 'paper']);

/** Whose documents are kept: docks and what stands in the book of devices. */
export const documentedKinds = ['dock', ...deviceKinds] as const;
export type DocumentedKind = (typeof documentedKinds)[number];

export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type DocumentType = (typeof documentTypes)[number];
/** What the name of such a file ends with, without the dot. */
export const documentEndings = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
} as const satisfies Record<DocumentType, string>;

export const deviceDocument = z.object({
  oid,
  deviceOID: oid,
  name: z.string(),
  kind: z.enum(documentKinds),
  contentType: z.enum(documentTypes),
  size: z.number().int(),
  /** The last moment of its last day; null: for ever. */
  validUntil: sentInstant.nullable(),
  remark: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: sentInstant,
  allowed: z.array(z.string()),
});
export type DeviceDocument = z.output<typeof deviceDocument>;

/** What no longer counts at a moment. */
export const isDocumentOver = ({ validUntil }: Pick<DeviceDocument, 'validUntil'>, at: number): boolean =>
  validUntil !== null && validUntil < at;
