import type { z } from 'zod';
import type { CallDeclaration } from './call.ts';

/** A field of a request as a form shows it. Limits are those of the schema; lengths count as the schema counts them. */
export type FormField = { name: string; required: boolean } & (
  | { kind: 'text'; max: number | null }
  | { kind: 'number'; min: number | null; max: number | null; whole: boolean }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'flag' }
  /** Always the same value: nobody is asked for it. */
  | { kind: 'fixed'; value: unknown }
);

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  entries?: Record<string, string | number>;
  values?: unknown[];
  checks?: { _zod: { def: Record<string, unknown> } }[];
}
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;

/** What a person types, beneath what may be missing and what is made of it. */
const typedIn = (schema: z.core.$ZodType): Definition => {
  const definition = definitionOf(schema);
  const inner = definition.innerType ?? definition.in;
  return inner ? typedIn(inner) : definition;
};

const bound = ({ checks = [] }: Definition, check: string, key: string): number | null => {
  const found = checks.find(({ _zod }) => _zod.def['check'] === check)?._zod.def[key];
  return typeof found === 'number' ? found : null;
};

/** @throws where a form of the kit has no field for the schema */
const fieldOf = (name: string, schema: z.core.$ZodType): FormField => {
  const definition = typedIn(schema);
  const required = !(schema as z.ZodType).safeParse(undefined).success;
  switch (definition.type) {
    case 'string':
      return { name, required, kind: 'text', max: bound(definition, 'max_length', 'maximum') };
    case 'number':
      return {
        name,
        required,
        kind: 'number',
        min: bound(definition, 'greater_than', 'value'),
        max: bound(definition, 'less_than', 'value'),
        whole: (definition.checks ?? []).some(({ _zod }) => _zod.def['format'] === 'safeint'),
      };
    case 'boolean':
      return { name, required, kind: 'flag' };
    case 'enum':
      return { name, required, kind: 'choice', options: Object.values(definition.entries ?? {}).map(String) };
    case 'literal':
      return { name, required, kind: 'fixed', value: definition.values?.[0] };
    default:
      throw new Error(`a form has no field for ${name}, a ${definition.type}`);
  }
};

/** The fields of a call's request that are named, in the order of their names. */
export const formFields = (
  { request }: Pick<CallDeclaration, 'request'>,
  names: readonly string[],
): FormField[] => {
  const shape = definitionOf(request).shape ?? {};
  return names.map((name) => {
    const schema = shape[name];
    if (!schema) throw new Error(`the request has no field ${name}`);
    return fieldOf(name, schema);
  });
};

/**
 * The rule that a value broke, where its schema names it: that is one word, what the library says by itself is a sentence.
 */
export const namedRule = (issue: z.core.$ZodIssue): string | null => {
  if (issue.code === 'custom')
    return typeof issue.params?.['rule'] === 'string' ? issue.params['rule'] : null;
  return issue.code === 'invalid_format' && /^[a-z]+$/i.test(issue.message) ? issue.message : null;
};

const fieldOfCall = ({ request }: Pick<CallDeclaration, 'request'>, name: string): z.ZodType | undefined =>
  definitionOf(request).shape?.[name] as z.ZodType | undefined;

/** The named rule that a value of a field breaks; null: it fits, or breaks one without a name. */
export const brokenRule = (
  call: Pick<CallDeclaration, 'request'>,
  name: string,
  value: unknown,
): string | null => {
  const [issue] = fieldOfCall(call, name)?.safeParse(value).error?.issues ?? [];
  return issue ? namedRule(issue) : null;
};

/** Whether the request takes this value of the field. */
export const fieldFits = (call: Pick<CallDeclaration, 'request'>, name: string, value: unknown): boolean =>
  fieldOfCall(call, name)?.safeParse(value).success ?? false;
