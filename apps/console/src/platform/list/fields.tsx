import type { FieldsBy } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DataColumns, Fact } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { FieldWords } from './record-form-field.tsx';
import type { CellTools } from './room.ts';

type Fields = FieldsBy<PhraseId>;
type Tools = Pick<CellTools, 'text' | 'figures'>;

/** What the form calls these fields, in their order. */
export const wordsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(
      ([name, { kind, label, hint, lines, dir, words, empty }]): [string, FieldWords] => [
        name,
        {
          label,
          ...(hint && { hint }),
          ...(lines && { lines }),
          ...(dir && { dir }),
          ...(words && { options: words }),
          // An emptied number is none.
          ...(kind === 'number' && empty === null && { sends: (value) => value }),
        },
      ],
    ),
  ) as Record<keyof F, FieldWords>;

/** What the history of a record calls these fields. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as Record<
    keyof F,
    PhraseId
  >;

const shownOf = (
  { kind, label, none, unit, dir, words = label }: Fields[string],
  value: unknown,
  { text, figures }: Tools,
): ReactNode => {
  if (kind === 'number') return figures.amount(typeof value === 'number' ? value : null, unit, 0);
  if (typeof value !== 'string' || value === '') return none ? text(none) : figures.amount(null);
  return kind === 'choice' ? text(`${words}.${value}` as PhraseId) : <bdi dir={dir}>{value}</bdi>;
};

/** Facts of a record by its fields. Days are drawn by the room, which knows their zone. */
export const factsOf = (fields: Fields, record: object, tools: Tools): Fact[] =>
  Object.entries(fields).map(([name, field]) => [
    tools.text(field.label),
    shownOf(field, Reflect.get(record, name), tools),
  ]);

/** Columns of the table by those fields that have a width. */
export const columnsOf = <Row extends object>(fields: Fields, tools: Tools): DataColumns<Row> =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.width === undefined
      ? []
      : [
          {
            title: tools.text(field.label),
            width: field.width,
            ...(field.fold === undefined ? {} : { fold: field.fold }),
            ...(field.kind === 'number' ? { align: 'end' as const } : {}),
            ...(field.kind === 'text' ? { ellipsis: true } : {}),
            render: (_: unknown, row: Row) => shownOf(field, Reflect.get(row, name), tools),
          },
        ],
  );
