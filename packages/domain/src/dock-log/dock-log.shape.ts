import { z } from 'zod';
import { limits } from '../limits.ts';
import { mostWhole, sentInstant } from '../shape.ts';
import { logModules } from './dock-log.ts';

const unique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

export const moduleField = z.enum(logModules);
export const modulesField = z.array(moduleField).min(1).max(logModules.length).refine(unique);

/** The files of one module, by the starts of the device that they belong to. */
export const filesField = z
  .array(
    z.object({
      module: moduleField,
      bootIndexes: z
        .array(z.number().int().min(0).max(mostWhole))
        .min(1)
        .max(limits.dockLog.chosen)
        .refine(unique),
    }),
  )
  .min(1)
  .max(logModules.length)
  .refine((files) => unique(files.map(({ module }) => module)));

/** One start of a device, with what it wrote until it was switched off. */
export const logStart = z.object({
  bootIndex: z.number().int(),
  startTime: sentInstant.nullable(),
  endTime: sentInstant.nullable(),
  /** Bytes. */
  size: z.number().nullable(),
});
export type LogStart = z.output<typeof logStart>;

/** What a dock said of the files of one module. */
export const logListing = z.object({
  module: moduleField,
  /** `missing`: the dock said nothing of this module. That is no empty list. */
  state: z.enum(['listed', 'refused', 'missing']),
  deviceSn: z.string().nullable(),
  code: z.number().int().nullable(),
  /** Why it did not list them, in words. */
  message: z.string().nullable(),
  starts: z.array(logStart),
});
export type LogListing = z.output<typeof logListing>;

/** What the order answers beside its record. */
export const queryAnswer = {
  listedAt: sentInstant.nullable(),
  listings: z.array(logListing),
};
