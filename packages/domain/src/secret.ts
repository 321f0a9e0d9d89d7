import type { z } from 'zod';

const secrets = new WeakSet<z.core.$ZodType>();
/** Marks a field whose value never comes back in an error and is never written down. */
export const secret = <T extends z.ZodType>(schema: T): T => {
  const own = schema.clone();
  secrets.add(own);
  return own;
};

type Schemas = readonly (z.core.$ZodType | null | undefined)[];
interface Definition {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  options?: Schemas;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  catchall?: z.core.$ZodType;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  items?: Schemas;
  rest?: z.core.$ZodType | null;
}
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as object;

/** A schema with all that it wraps: what one value may have to fit. A lazy schema may come back to itself. */
const alternatives = (schema: z.core.$ZodType, found = new Set<z.core.$ZodType>()): typeof found => {
  if (found.has(schema)) return found;
  found.add(schema);
  const { innerType, in: first, out, left, right, options = [] } = definitionOf(schema);
  const lazy = (schema as z.ZodLazy)._zod.innerType;
  for (const one of [innerType, lazy, first, out, left, right, ...options]) if (one) alternatives(one, found);
  return found;
};
/** The schemas that a value at a step into another may have to fit. */
const inside = (schema: z.core.$ZodType, step: string): z.core.$ZodType[] =>
  [...alternatives(schema)]
    .flatMap((one) => {
      const { shape, catchall, element, valueType, items, rest } = definitionOf(one);
      const field = shape && Object.hasOwn(shape, step) ? shape[step] : catchall;
      return [field, element, valueType, items?.[Number(step)] ?? rest];
    })
    .filter((one) => one !== null && one !== undefined);
const marked = (schema: z.core.$ZodType): boolean =>
  [...alternatives(schema)].some((one) => secrets.has(one));

/** Whether the value at a path of a schema, or anything above it, is secret. */
export const isSecret = (schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean => {
  if (marked(schema)) return true;
  const [step, ...rest] = path;
  return step !== undefined && inside(schema, String(step)).some((one) => isSecret(one, rest));
};

/** Whether a value of a schema may have a secret anywhere in it. */
export const holdsSecret = (schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): boolean =>
  [...alternatives(schema)].some((one) => {
    if (secrets.has(one)) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    const { shape, catchall, element, valueType, items, rest } = definitionOf(one);
    return [...Object.values(shape ?? {}), catchall, element, valueType, ...(items ?? []), rest].some(
      (part) => part !== null && part !== undefined && holdsSecret(part, seen),
    );
  });

/** A value of which every secret is masked, however deep it stands. */
export const withoutSecrets = (
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): unknown => {
  if (isSecret(schema, path)) return '[masked]';
  if (Array.isArray(value)) return value.map((one, at) => withoutSecrets(schema, one, [...path, at]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutSecrets(schema, one, [...path, key])]),
  );
};
