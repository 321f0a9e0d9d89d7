import { z } from 'zod';
import { appearanceCalls } from './appearance/appearance.calls.ts';
import type { CallDeclaration } from './call.ts';
import { noticeCalls } from './operation/notice.calls.ts';
import { sessionCalls } from './session/session.calls.ts';

/** Readings that the sign-in page makes before anybody types. */
export const outsideCalls = {
  background: appearanceCalls.background,
  shownOutside: noticeCalls.shownOutside,
  openIdDoors: sessionCalls.openIdDoors,
} as const;

/** What `readAnswer` of the client reads; `additionalProperties` is always that others are left out. */
const known: ReadonlySet<string> = new Set(
  'type properties required items anyOf enum pattern minimum maximum'.split(' '),
);

/** @throws where an answer is declared by something that the client would not check */
const shapeOf = (schema: z.core.JSONSchema.BaseSchema): object => {
  const { $schema: _version, additionalProperties = false, format, ...rest } = schema;
  const unknown = Object.keys(rest).filter((name) => !known.has(name));
  if (unknown.length > 0 || additionalProperties !== false || (format !== undefined && !rest.pattern))
    throw new Error(
      `an answer before the sign-in is declared by what its reader does not know: ${unknown.join()}`,
    );
  const each = (one: z.core.JSONSchema._JSONSchema): object => shapeOf(one as z.core.JSONSchema.BaseSchema);
  const { properties, items, anyOf } = rest;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, each(one)])),
    }),
    ...(items && { items: each(items as z.core.JSONSchema.BaseSchema) }),
    ...(anyOf && { anyOf: anyOf.map((one) => each(one)) }),
  };
};

const printedOf = ({ method, path, effect, response }: CallDeclaration): object => ({
  method,
  path,
  effect,
  answer: shapeOf(z.toJSONSchema(response)),
});

/** The console's `outside-calls.generated.ts`. */
export const printOutsideCalls = (): string =>
  '// Printed by scripts/print-outside-calls.mjs from the declarations of the calls.\n' +
  `export const printedCalls = ${JSON.stringify(
    Object.fromEntries(Object.entries(outsideCalls).map(([name, one]) => [name, printedOf(one)])),
    null,
    1,
  )} as const;\n`;
