import { z } from 'zod';
import { sentInstant } from '../shape.ts';

/** Name of a file that the server made: nothing else is ever opened. */
export const storedName = z.string().regex(/^eyrie-(?:diagnosis-)?\d{8}T\d{6}-\d{3}Z\.(?:tar\.zst|zip)$/);

/** A file that lies on a server for its operators. */
export const storedFile = z.object({
  name: storedName,
  size: z.number().int(),
  madeAt: sentInstant,
  sha256: z.string().nullable(),
  /** Rows and files in a backup; null for other files. */
  rows: z.number().int().nullable(),
  files: z.number().int().nullable(),
  /** When it was read again as a whole and every part compared with its checksum; null: it was not. */
  checkedAt: sentInstant.nullable(),
  allowed: z.array(z.string()),
});
export type StoredFile = z.output<typeof storedFile>;
