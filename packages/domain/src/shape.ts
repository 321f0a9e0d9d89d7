import { z } from 'zod';

const identifiers = new WeakSet<z.core.$ZodType>();
/** Marks a field that names one thing of somebody's: whoever may not see the thing is answered as if it never was. */
export const identifier = <T extends z.ZodType>(schema: T): T => {
  const own = schema.clone();
  identifiers.add(own);
  return own;
};
/** Whether a field names one thing, or is a list of names of such. */
export const namesThing = (schema: z.core.$ZodType): boolean => {
  const { innerType, element } = schema._zod.def as {
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
  };
  const inner = innerType ?? element;
  return identifiers.has(schema) || (inner !== undefined && namesThing(inner));
};

/** Identifier of one of our rows: UUIDv7 text. */
export const oid = identifier(z.uuid());

/**
 * Moment in epoch milliseconds. A value of ten digits or fewer is read as seconds, because older
 * integrations send Unix seconds.
 */
export const instant = z
  .number()
  .int()
  .min(0)
  .max(99_999_999_999_999)
  .transform((value) => (value < 10_000_000_000 ? value * 1000 : value));

/** Moment in epoch milliseconds as the server sends it. */
export const sentInstant = z.number().int();

/** Text as it came, of at most so many characters: no NUL and no half of a surrogate pair, neither of which a database keeps. */
export const rawText = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'));

/** Characters that can be stored and shown as they are: no control characters but tab and line breaks either. */
const plain = (max: number) =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  rawText(max).regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/);

/** The largest whole number of an ordinary column. */
export const mostWhole = 2_147_483_647;

/** Text as people type it: trimmed, `min` to `max` characters. */
export const text = (max: number, min = 1) =>
  plain(max)
    .transform((value) => value.trim())
    .pipe(z.string().min(min));

/** Text that may be empty. */
export const optionalText = (max: number) => plain(max);

/** A mark that a program makes and compares, such as the id of a tab: kept as it is. */
export const mark = (min: number, max: number) => plain(max).min(min);

/** A month of the calendar, `2026-11`. */
export const monthField = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** WGS-84 degrees. */
export const longitude = z.number().min(-180).max(180);
export const latitude = z.number().min(-90).max(90);

export const pageShape = {
  pageNum: z.number().int().min(1).max(100_000).default(1),
  pageSize: z.number().int().min(1).max(200).default(20),
};

const figures = (max: number, otherwise: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .pipe(z.number().max(max))
    .default(otherwise);

/** `pageShape` for a GET, whose values are all text. */
export const textPage = { pageNum: figures(100_000, 1), pageSize: figures(200, 20) };

/** Of a count: there are more than were counted. */
const totalMore = z.literal(true).optional();

/** `{list, total, pageNum, pageSize}` around a record, with `totalMore` where counting stopped at `total`. */
export const listOf = <T extends z.ZodType>(record: T) =>
  z.object({
    list: z.array(record),
    total: z.number().int(),
    totalMore,
    pageNum: z.number().int(),
    pageSize: z.number().int(),
  });

/** How often people have changed a record. An edit that names the one it read is stopped when it is another by now. */
export const recordVersion = z.number().int().min(0).max(mostWhole);
/** Request of every `delete` call: all or nothing. */
export const deleteRequest = z.object({ oids: z.array(oid).min(1).max(200) });
export const byOid = z.object({ oid });
export const empty = z.object({});
export const done = z.object({ ok: z.literal(true) });
export const countResult = z.object({ count: z.number().int(), totalMore });
