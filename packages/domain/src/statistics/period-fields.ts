import { z } from 'zod';
import { limits } from '../limits.ts';
import { oid } from '../shape.ts';

const { firstYear, lastYear, daysMost } = limits.statistics;

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
};
const isAsked = (text: string): boolean => {
  const year = Number(text.slice(0, 4));
  return isDay(text) && year >= firstYear && year <= lastYear;
};

const day = (fits: (text: string) => boolean) =>
  z
    .string()
    // A text of another form has one fault.
    .regex(/^\d{4}-\d{2}-\d{2}$/, { abort: true })
    .refine(fits)
    .meta({ examples: ['2027-03-31', '2028-02-29'] });

/** A day on the clocks of a zone as it is answered: a period may end after the last year in which one may begin. */
export const measuredDay = day(isDay);

/** Days in the organisation's zone, of a department and those below: what every question about a period asks. */
export const periodFields = {
  /** First day. */
  from: day(isAsked),
  days: z.number().int().min(1).max(daysMost),
  /** Missing: the caller's own and those below. */
  groupOID: oid.optional(),
};
