import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { CallDeclaration } from '../call.ts';
import { commandCalls } from './command.calls.ts';
import { orders } from '../orders.generated.ts';
import { orderTable } from './order-table.fixture.ts';
import { cloudMethods, commandMethods, commandRules, formOf, openMethods } from './command.ts';

const both = [false, true];
const moments = both.flatMap((airborne) =>
  both.flatMap((returning) => both.map((flyingTo) => ({ airborne, returning, flyingTo }))),
);
const has = (methods: readonly string[], method: string): boolean => methods.includes(method);

const fieldsOf = ({ request }: CallDeclaration): string =>
  Object.entries((request as z.ZodObject).shape)
    .map(([name, field]) => (field.safeParse(undefined).success ? `${name}?` : name))
    .toSorted()
    .join(' ');

/** What is decided of an order before anything is known of its device, in one line. */
const lineOf = (method: (typeof commandMethods)[number]): string => {
  const { ttl, ack, control, ...flags } = commandRules[method];
  const raised = Object.entries(flags).flatMap(([name, raises]) => (raises ? [name] : []));
  const wire = has(cloudMethods, method) ? 'cloud' : has(openMethods, method) ? 'open' : 'both';
  const forms = [...new Set(moments.map((then) => formOf(method, then)))].join('/');
  const call = Object.entries(commandCalls).find(([name]) => name === method)?.[1] as
    | CallDeclaration
    | undefined;
  const said = call
    ? `${call.path} ${String(call.permission)}${call.withoutDatabase ? ' withoutDatabase' : ''}: ${fieldsOf(call)}`
    : orders[method].permission === null
      ? 'the server alone'
      : 'nobody';
  return [method, `${ttl}/${ack}`, control ?? 'no lease', raised.join('+') || '-', wire, forms, said].join(
    ' | ',
  );
};

// Whoever changes a line here changes who may move an aircraft, when, and what counts as done.
it('the table of orders is what it was decided to be', () => {
  expect(`\n${commandMethods.map(lineOf).toSorted().join('\n')}\n`).toBe(orderTable);
});
