import { z } from 'zod';

/** A whole number of a query, whose values are all text. */
export const queryNumber = (otherwise: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(most))
    .default(otherwise);

export const queryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');

/** A field that is sent once for each of its values. */
export const repeated = <T extends z.ZodType>(one: T, most: number) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(one).max(most),
  );

/** Path of a workspace: the organisation that the caller works for. */
export const workspace = { w: z.uuid() };
export const inWorkspace = z.object(workspace);
export const inLayer = z.object({ ...workspace, g: z.uuid() });
export const inWorkspaceById = z.object({ ...workspace, id: z.uuid() });
