import { z } from 'zod';

/**
 * Fields of events and requests. Firmware writes numbers as text, leaves fields out and adds new ones, so a
 * field that does not fit is null and the rest of the message still counts.
 */
const numericText = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,15}(\.\d{1,12})?$/)
  .transform(Number);

/** Number or numeric text. */
export const figure = z.union([z.number(), numericText]).nullable().catch(null);

/** Whole number or its text. */
export const whole = z.union([z.number(), numericText]).pipe(z.int()).nullable().catch(null);

/** Text of 1 to 1024 characters. */
export const words = z.string().min(1).max(1024).nullable().catch(null);

/** 1, true or "1" is true; 0, false or "0" is false. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .transform((value) => {
    if (value === true || value === 1 || value === '1') return true;
    return value === false || value === 0 || value === '0' ? false : null;
  })
  .nullable()
  .catch(null);

/** A part that may be missing or odd, read as if it were empty. */
export const part = <T extends z.ZodRawShape>(shape: T) => {
  const inner = z.object(shape);
  return inner.catch(inner.parse({}));
};

/** A list of which entries that do not fit are left out; null when it is no list. */
export const listOrNull = <T extends z.ZodType>(entry: T, most: number) =>
  z
    .array(z.unknown())
    .transform((entries): z.output<T>[] =>
      entries.slice(0, most).flatMap((value) => {
        const read = entry.safeParse(value);
        return read.success ? [read.data] : [];
      }),
    )
    .nullable()
    .catch(null);

/** The decoded value, or null when the message does not say what its name promises. */
export const readOrNull = <T extends z.ZodType>(schema: T, data: unknown): z.output<T> | null => {
  const read = schema.safeParse(data);
  return read.success ? read.data : null;
};

/** Degrees together or not at all; zeros in both mean "no position". */
export const place = (lng: number | null, lat: number | null): { lng: number; lat: number } | null => {
  if (lng === null || lat === null || (lng === 0 && lat === 0)) return null;
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : null;
};
