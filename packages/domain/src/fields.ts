import { z } from 'zod';
import { instant, optionalText, sentInstant, text } from './shape.ts';

/** What a person is asked for. Numbers are read from cells of spreadsheets, days are the last moment of the day. */
type FieldKind = 'text' | 'number' | 'choice' | 'day';

/** What is said of a field wherever it is shown. `Phrase` is the id of a phrase; the console checks that there is one. */
export interface FieldLook<Phrase extends string = string> {
  /** In forms, tables, facts, spreadsheets and the history of changes. A choice has `<label>.<option>` beside it. */
  label: Phrase;
  /** Said under the field of a form. */
  hint?: Phrase;
  /** Begins the phrases of the options of a choice; missing: the label does. */
  words?: string;
  /** Lines of the field of a form; missing: one. */
  lines?: number;
  /** Codes and accounts are written from the left in every language. */
  dir?: 'ltr';
  /** Said where a record has no value; missing: a dash. */
  none?: Phrase;
  /** Behind a number, such as `%`. */
  unit?: string;
  /** Of a column of the table, px; missing: only the drawer shows it. */
  width?: number;
  /** The column gives way where there is no room: the higher, the sooner. */
  fold?: number;
}

/**
 * One field of a record that people give. The record, the requests that add and edit, columns of the database and of
 * spreadsheets, form, table and facts are made of it.
 */
interface Field<
  Kept extends z.ZodType = z.ZodType,
  Added extends z.ZodType = z.ZodType,
  Edited extends z.ZodType = z.ZodType,
  Phrase extends string = string,
> extends FieldLook<Phrase> {
  kind: FieldKind;
  /** In the record. */
  kept: Kept;
  /** In the request that adds. */
  added: Added;
  /** In the request that edits. */
  edited: Edited;
  /** What is kept where an add leaves it out; missing: an add has to give it. */
  empty?: z.output<Kept>;
}
/** Fields whose labels and hints are these phrases. */
export type FieldsBy<Phrase extends string> = Readonly<
  Record<string, Field<z.ZodType, z.ZodType, z.ZodType, Phrase>>
>;
export type Fields = FieldsBy<string>;

/** Text that has to be given. */
export const textField = <Phrase extends string>({ max, ...look }: FieldLook<Phrase> & { max: number }) => ({
  ...look,
  kind: 'text' as const,
  kept: z.string(),
  added: text(max),
  edited: text(max).optional(),
});

/** Text that may be left out: it is kept as ''. */
export const optionalTextField = <Phrase extends string>({
  max,
  ...look
}: FieldLook<Phrase> & { max: number }) => {
  const given = optionalText(max).optional();
  return { ...look, kind: 'text' as const, kept: z.string(), added: given, edited: given, empty: '' };
};

/** Text that may be left out: it is kept as null. */
export const nullTextField = <Phrase extends string>(
  look: FieldLook<Phrase> & {
    max: number;
  },
) => ({ ...optionalTextField(look), kept: z.string().nullable(), empty: null });

/** As the server sends it: within no bounds, because those of the request may have been others. */
const keptNumber = (schema: z.ZodNumber): z.ZodNumber =>
  schema.format === 'safeint' ? z.number().int() : z.number();

/** A number that has to be given. @param look.schema its bounds */
export const numberField = <Phrase extends string>({
  schema,
  ...look
}: FieldLook<Phrase> & { schema: z.ZodNumber }) => ({
  ...look,
  kind: 'number' as const,
  kept: keptNumber(schema),
  added: schema,
  edited: schema.optional(),
});

/** A number that is `otherwise` where an add leaves it out. */
export const usualNumberField = <Phrase extends string>({
  otherwise,
  ...look
}: FieldLook<Phrase> & { schema: z.ZodNumber; otherwise: number }) => ({
  ...numberField(look),
  added: look.schema.optional(),
  empty: otherwise,
});

/** A number that may be none. */
export const nullNumberField = <Phrase extends string>({
  schema,
  ...look
}: FieldLook<Phrase> & { schema: z.ZodNumber }) => {
  const given = schema.nullable().optional();
  return {
    ...look,
    kind: 'number' as const,
    kept: keptNumber(schema).nullable(),
    added: given,
    edited: given,
    empty: null,
  };
};

/** One of some words, to be given. */
export const choiceField = <const Options extends readonly string[], Phrase extends string>({
  options,
  ...look
}: FieldLook<Phrase> & { options: Options }) => ({
  ...look,
  kind: 'choice' as const,
  kept: z.enum(options),
  added: z.enum(options),
  edited: z.enum(options).optional(),
});

/** One of some words, or none. */
export const nullChoiceField = <const Options extends readonly string[], Phrase extends string>({
  options,
  ...look
}: FieldLook<Phrase> & { options: Options }) => {
  const kept = z.enum(options).nullable();
  return {
    ...look,
    kind: 'choice' as const,
    kept,
    added: kept.optional(),
    edited: kept.optional(),
    empty: null,
  };
};

/** A day, as its last moment in the zone of the organisation, or none. */
export const nullDayField = <Phrase extends string>(look: FieldLook<Phrase>) => {
  const given = instant.nullable().optional();
  return {
    ...look,
    kind: 'day' as const,
    kept: sentInstant.nullable(),
    added: given,
    edited: given,
    empty: null,
  };
};

const pick = (fields: Fields, part: 'kept' | 'added' | 'edited'): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));

/** The part of a record that these fields are. */
export const recordOf = <F extends Fields>(fields: F) =>
  pick(fields, 'kept') as { [K in keyof F]: F[K]['kept'] };
/** The part of the request that adds a record. */
export const addOf = <F extends Fields>(fields: F) =>
  pick(fields, 'added') as { [K in keyof F]: F[K]['added'] };
/** The part of the request that edits a record. */
export const editOf = <F extends Fields>(fields: F) =>
  pick(fields, 'edited') as { [K in keyof F]: F[K]['edited'] };
