import { z } from 'zod';
import { mediaRecord } from '../flight/flight.ts';
import { lensWords } from '../route/route-plan.ts';
import { keptDays } from '../keeping.ts';
import { instant, oid, optionalText, pageShape, recordVersion, sentInstant, text } from '../shape.ts';
import { resultLimits } from './result-limits.ts';

export const mediaKinds = ['photo', 'video', 'other'] as const;

/** A file as lists show it. */
export const mediaItem = mediaRecord.extend({
  dockOID: oid.nullable(),
  dockName: z.string().nullable(),
  /** Task of the flight that it is of. */
  taskName: z.string().nullable(),
  /** A mark for all who see the file. */
  starred: z.boolean(),
  labels: z.array(z.string()),
  /** Under legal hold since then: nobody deletes it. */
  heldAt: sentInstant.nullable(),
  heldReason: z.string(),
  allowed: z.array(z.string()),
});
export type MediaItem = z.output<typeof mediaItem>;

/** A word that people give to files. */
const label = text(32).meta({ examples: ['mast'] });
const labels = z.array(label).max(resultLimits.labels).optional();

/** What is changed at each of some files; what is missing stays. */
export const markRequest = z.object({
  oids: z.array(oid).min(1).max(200),
  starred: z.boolean().optional(),
  addLabels: labels,
  dropLabels: labels,
});

export const mediaComment = z.object({
  oid,
  comment: z.string(),
  memberName: z.string(),
  createdAt: sentInstant,
});
export type MediaComment = z.output<typeof mediaComment>;

const wanted = {
  keyword: optionalText(64).optional(),
  kind: z.enum(mediaKinds).optional(),
  /** Unknown: the file does not say, or has not been read. */
  lens: z.enum([...lensWords, 'unknown']).optional(),
  starred: z.boolean().optional(),
  label: label.optional(),
  from: instant.optional(),
  to: instant.optional(),
};

export const mediaRequest = z.object({
  ...pageShape,
  ...wanted,
  dockOID: oid.optional(),
  flightOID: oid.optional(),
  /** Those that belong to no flight that is known here. */
  withoutFlight: z.boolean().optional(),
});

/** By what files lie together: days of the organisation, flights, or lenses on one day. */
export const mediaGroupings = ['day', 'flight', 'lens'] as const;

export const mediaGroupsRequest = z.object({ ...wanted, by: z.enum(mediaGroupings) });

/** Files that lie together, the newest first; `mediaRequest` with what stands here finds them. */
export const mediaGroup = z.object({
  /** The day such as `2027-03-31` on the organisation's clocks; null: a flight. */
  day: z.string().nullable(),
  flightOID: oid.nullable(),
  lens: z.enum([...lensWords, 'unknown']).nullable(),
  taskName: z.string().nullable(),
  dockName: z.string().nullable(),
  count: z.number().int(),
  /** Of the first and the last of them. */
  from: sentInstant,
  to: sentInstant,
});
export type MediaGroup = z.output<typeof mediaGroup>;

/** A deleted file. */
export const binItem = mediaItem.extend({
  deletedAt: sentInstant,
  /** Null: the organisation's rule did. */
  deletedBy: z.string().nullable(),
  /** When its bytes go for good; null: it is held. */
  goesAt: sentInstant.nullable(),
});
export type BinItem = z.output<typeof binItem>;

/** How many days files are kept after they arrived, by their kind; null: until somebody deletes them. */
export const retentionRules = z.object({
  photoDays: keptDays,
  videoDays: keptDays,
  otherDays: keptDays,
  /** Files with a star stay. */
  keepStarred: z.boolean(),
});
export type RetentionRules = z.output<typeof retentionRules>;

/** The rules as they stand. */
export const keptRules = retentionRules.extend({
  /** 0: nobody has set any. */
  version: recordVersion,
  allowed: z.array(z.string()),
});
export type KeptRules = z.output<typeof keptRules>;
