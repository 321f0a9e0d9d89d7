import { z } from 'zod';

/** How long records and files are kept, and their legal hold. */
export const keepingLimits = {
  /** Days that a rule of an organisation may keep what it is about. */
  daysMin: 7,
  daysMax: 36_500,
  /** What a preview of a rule names, and characters of the reason of a hold. */
  previewNames: 20,
  holdReason: 200,
} as const;

/** Null: for ever. */
export const keptDays = z.number().int().min(keepingLimits.daysMin).max(keepingLimits.daysMax).nullable();
