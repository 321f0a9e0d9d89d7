import type { z } from 'zod';

const secrets = new WeakSet<z.core.$ZodType>();
/** Marks a field whose value never comes back in an error and is never written down. */
export const secret = <T extends z.ZodType>(schema: T): T => {
  const own = schema.clone();
  secrets.add(own);
  return own;
};

type Inner = {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  shape?: Readonly<Record<string, z.core.$ZodType>>;
};
/** The schemas that a value at a step into another may have to fit. */
const inside = (schema: z.core.$ZodType, step: string): z.core.$ZodType[] => {
  const { innerType, in: first, element, valueType, options, shape } = schema._zod.def as unknown as Inner;
  const same = [innerType, first, ...(options ?? [])].flatMap((one) => (one ? inside(one, step) : []));
  const next = [shape && Object.hasOwn(shape, step) ? shape[step] : undefined, element, valueType];
  return [...same, ...next.filter((one) => one !== undefined)];
};
const marked = (schema: z.core.$ZodType): boolean => {
  const { innerType, in: first, options } = schema._zod.def as unknown as Inner;
  return (
    secrets.has(schema) ||
    [innerType, first, ...(options ?? [])].some((one) => one !== undefined && marked(one))
  );
};

/** Whether the value at a path of a schema, or anything above it, is secret. */
export const isSecret = (schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean => {
  if (marked(schema)) return true;
  const [step, ...rest] = path;
  return step !== undefined && inside(schema, String(step)).some((one) => isSecret(one, rest));
};

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
