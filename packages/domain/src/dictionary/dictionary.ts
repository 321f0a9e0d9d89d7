import { z } from 'zod';
import { limits } from '../limits.ts';
import { oid, optionalText, recordVersion, sentInstant } from '../shape.ts';

/** What other systems and stored rows know a group or a code by. */
export const codeText = z
  .string()
  .max(limits.dictionary.codeMax)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);

const name = optionalText(limits.dictionary.nameMax)
  .transform((value) => value.trim())
  .optional();
/** Missing and empty names fall back to another language. */
export const namesShape = z.object({ zh: name, en: name, ar: name });

const sentNames = z.object({ zh: z.string(), en: z.string(), ar: z.string() });

export const usageKinds = ['dock', 'override'] as const;
export type UsageKind = (typeof usageKinds)[number];
/** Where rows refer to a code. `link` is an address of the console with those rows, null where there is none. */
export const usage = z.object({
  kind: z.enum(usageKinds),
  count: z.number().int(),
  link: z.string().nullable(),
});
export type Usage = z.output<typeof usage>;

export const dictionaryGroup = z.object({
  oid,
  /** Fixed for good: forms and stored rows refer to it. */
  group: z.string(),
  groupName: z.string(),
  names: sentNames,
  remark: z.string(),
  builtIn: z.boolean(),
  count: z.number().int(),
  createdAt: sentInstant,
  allowed: z.array(z.string()),
});
export type DictionaryGroup = z.output<typeof dictionaryGroup>;

export const dictionaryCode = z.object({
  oid,
  group: z.string(),
  groupName: z.string(),
  code: z.string(),
  /** In the caller's language, or the one it falls back to. */
  codeName: z.string(),
  names: sentNames,
  position: z.number().int(),
  enabled: z.boolean(),
  remark: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  usedIn: z.array(usage),
  allowed: z.array(z.string()),
});
export type DictionaryCode = z.output<typeof dictionaryCode>;

/** One row of a file, judged. `row` is its number in the file. */
export const importedCode = z.object({
  row: z.number().int(),
  code: z.string(),
  names: sentNames,
  enabled: z.boolean(),
  remark: z.string(),
  issues: z.array(z.object({ path: z.string(), rule: z.string(), message: z.string() })),
});
export type ImportedCode = z.output<typeof importedCode>;
