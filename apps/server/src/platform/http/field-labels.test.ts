import { allCalls } from '@eyrie/domain';
import { z } from 'zod';
import { expect, it } from 'vitest';
import { issueText } from './answer.ts';
import { fieldLabelId } from './field-label.ts';

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** Names of the fields of a request, however deep. */
const fieldsOf = (schema: Schema): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
  ...(schema.items ? fieldsOf(schema.items) : []),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(fieldsOf),
];

it('every field that a refusal may name has a label', () => {
  const fields = new Set(
    allCalls.flatMap(({ request }) =>
      fieldsOf(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Schema),
    ),
  );
  const missing = [...fields].filter((field) => fieldLabelId(field) === null);
  expect(missing.toSorted()).toEqual([]);
});

it('a refusal names a field as people do, also within a list, and by its path where it has no label', () => {
  expect(issueText('zh-CN', 'name', 'required', {})).toBe('请填写名称');
  expect(issueText('en', 'plan.points.3.lng', 'required', {})).toContain('Longitude');
  expect(issueText('ar', 'name', 'required', {})).toContain('الاسم');
  expect(issueText('en', 'no-such-field', 'required', {})).toContain('no-such-field');
});
