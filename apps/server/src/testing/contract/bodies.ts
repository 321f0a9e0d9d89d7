import fc from 'fast-check';
import type { z } from 'zod';

// Its table of signs is made when one is drawn first, which takes two seconds. Drawn here, before there is a server: drawn
// while one runs in this process, a busy machine keeps it from its connections for so long that it ends them as idle.
fc.sample(fc.string({ unit: 'binary' }), 1);

interface Definition {
  type: string;
  format?: string;
  pattern?: RegExp;
  innerType?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  in?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  entries?: Record<string, string | number>;
  values?: unknown[];
  checks?: { _zod: { def: Record<string, unknown> } }[];
}
const definitionOf = (shape: z.core.$ZodType): Definition => shape._zod.def as unknown as Definition;

interface Bounds {
  least: number;
  most: number;
  pattern: RegExp | null;
  whole: boolean;
}
const boundsOf = (definition: Definition, fallback: Pick<Bounds, 'least' | 'most'>): Bounds => {
  const bounds: Bounds = { ...fallback, pattern: definition.pattern ?? null, whole: false };
  for (const { _zod } of definition.checks ?? []) {
    const { check, minimum, maximum, value, pattern, format } = _zod.def;
    if (check === 'min_length') bounds.least = Number(minimum);
    if (check === 'max_length') bounds.most = Number(maximum);
    if (check === 'greater_than') bounds.least = Number(value);
    if (check === 'less_than') bounds.most = Number(value);
    if (check === 'number_format') bounds.whole = String(format).includes('int');
    if (pattern instanceof RegExp) bounds.pattern = pattern;
  }
  return bounds;
};

const texts = (definition: Definition, oids: readonly string[]): fc.Arbitrary<unknown> => {
  if (definition.format === 'uuid')
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...oids) }, { weight: 1, arbitrary: fc.uuid() });
  const { least, most, pattern } = boundsOf(definition, { least: 0, most: 64 });
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: least, maxLength: most }),
    fc.string({ unit: 'binary', minLength: least, maxLength: most }),
    fc.constant('x'.repeat(most)),
    fc.constant('巡'.repeat(Math.max(1, least))),
  );
  // A rule that only forbids signs is met often enough by itself.
  return pattern && !pattern.source.startsWith('^[^')
    ? fc.oneof({ weight: 3, arbitrary: fc.stringMatching(pattern) }, { weight: 1, arbitrary: free })
    : free;
};
const numbers = (definition: Definition): fc.Arbitrary<unknown> => {
  const { least, most, whole } = boundsOf(definition, {
    least: Number.MIN_SAFE_INTEGER,
    most: Number.MAX_SAFE_INTEGER,
  });
  const border = fc.constantFrom(least, most, Math.min(most, Math.max(least, 1)));
  return whole
    ? fc.oneof(border, fc.integer({ min: least, max: most }))
    : fc.oneof(border, fc.double({ min: least, max: most, noNaN: true }));
};

/** Of a shape whose rule chance never meets, such as the name of a time zone, its declaration gives examples. */
const examplesOf = (shape: z.core.$ZodType): readonly unknown[] => {
  const { examples } = (shape as z.ZodType).meta() ?? {};
  return Array.isArray(examples) ? examples : [];
};

/** Values that a shape takes, borders among them, and where text is free also text that is hard to store. */
export const fitting = (shape: z.core.$ZodType, oids: readonly string[]): fc.Arbitrary<unknown> => {
  const definition = definitionOf(shape);
  const examples = examplesOf(shape);
  if (examples.length > 0) return fc.constantFrom(...examples);
  const inner = (one: z.core.$ZodType | undefined): fc.Arbitrary<unknown> => {
    if (!one) throw new Error(`${definition.type} has nothing inside`);
    return fitting(one, oids);
  };
  switch (definition.type) {
    case 'string':
      return texts(definition, oids);
    case 'number':
      return numbers(definition);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []));
    case 'optional':
    case 'default':
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 2, arbitrary: inner(definition.innerType) },
      );
    case 'nullable':
      return fc.option(inner(definition.innerType), { nil: null });
    case 'pipe':
      return inner(definition.in);
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(inner));
    case 'array': {
      const { least, most } = boundsOf(definition, { least: 0, most: 5 });
      return fc.array(inner(definition.element), { minLength: least, maxLength: Math.min(most, 5) });
    }
    case 'record':
      return fc.dictionary(inner(definition.keyType).map(String), inner(definition.valueType), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(definition.shape ?? {}).map(([name, one]) => [name, fitting(one, oids)]),
        ),
        { noNullPrototype: true },
      );
    default:
      throw new Error(`no bodies for ${definition.type}`);
  }
};

/** What finds its way into ids, numbers and texts when programs and people err, or try: of each class a few. */
const classesOfOddities: readonly (readonly unknown[])[] = [
  [null, true],
  [0, -1, -0, 1.5, 2 ** 53, 1e308],
  ['', ' ', '0', '0x20', '00000000-0000-0000-0000-000000000000'],
  ['NaN', 'null', 'undefined', '[object Object]'],
  [':id', '{id}', '%', '%00', '*', '../..'],
  ['a\u0000b', '\ud800', '\u202e\u200b', 'e\u0301', '\u00e9'],
  ["' or 1=1 --", '"; \\', '${7*7}{{7*7}}', '<img src=x onerror=1>'],
  ['x'.repeat(10_000)],
  [[], [null], ['a', 'b'], [[[[[[]]]]]]],
  [{}, { $gt: '' }, { length: 3 }, { toString: 1, valueOf: 1 }],
];
const oddities: readonly unknown[] = classesOfOddities.flat();

/** Of every second class one, of the others at the next turn, and each time another; the long proof takes all. */
export const odditiesAt = (turn: number): readonly unknown[] =>
  process.env['EYRIE_FUZZ_ODDITIES'] === 'all'
    ? oddities
    : classesOfOddities
        .filter((_, at) => at % 2 === turn % 2)
        .map((ones) => ones[Math.floor(turn / 2) % ones.length]);

/**
 * Requests for a call: mostly fitting ones, then fitting ones with a field that is odd, missing or extra, and now
 * and then something else altogether.
 */
export const bodiesFor = (shape: z.core.$ZodType, oids: readonly string[]): fc.Arbitrary<unknown> => {
  const good = fitting(shape, oids) as fc.Arbitrary<Record<string, unknown>>;
  const names = Object.keys(definitionOf(shape).shape ?? {});
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.constant('oid');
  const odd = fc.constantFrom(...oddities);
  return fc.oneof(
    { weight: 4, arbitrary: good },
    {
      weight: 4,
      arbitrary: fc.tuple(good, name, odd).map(([body, field, value]) => ({ ...body, [field]: value })),
    },
    { weight: 1, arbitrary: fc.tuple(good, name).map(([body, field]) => ({ ...body, [field]: undefined })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good, fc.dictionary(fc.string(), odd, { noNullPrototype: true }))
        .map(([body, more]) => ({ ...more, ...body })),
    },
    { weight: 1, arbitrary: odd },
  );
};

const drawPlain = (shape: z.core.$ZodType, oids: readonly string[], seed: number): unknown => {
  const accepts = shape as z.ZodType;
  const [found] = fc.sample(
    fitting(shape, oids).filter((one) => accepts.safeParse(one).success),
    { numRuns: 1, seed },
  );
  return found;
};

/** A fresh copy in which one text stands in place of another. */
const withText = (value: unknown, from: string, to: string): unknown => {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((one) => withText(one, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withText(one, from, to)]));
};

const standIn = '5d3f6a0e-8b1c-4c7e-9a52-0f6b7c1d2e34';
const drawn = new Map<z.core.$ZodType, Map<number, unknown>>();

/**
 * One request that fits, the same every time: the id is the one given. To draw one may take a second where few fit, and
 * some calls are asked for the ids of forty things: it is drawn once, and the id put in.
 */
export const plainBody = (shape: z.core.$ZodType, oid: string, seed = 1): Record<string, unknown> => {
  const ofShape = drawn.get(shape) ?? new Map<number, unknown>();
  drawn.set(shape, ofShape);
  if (!ofShape.has(seed)) ofShape.set(seed, drawPlain(shape, [standIn], seed));
  return withText(ofShape.get(seed), standIn, oid) as Record<string, unknown>;
};
