import { CallRefused } from '@eyrie/client';
import { changedMeanwhile, type ChangedMeanwhile, type RecordChange } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { TextOf } from './text.tsx';

/**
 * What fields of a record are called in its form; others are not named. A field that became a certain value may have a
 * name of its own, as `retiredAt=null`.
 */
export type FieldLabels = Readonly<Partial<Record<string, PhraseId>>>;

/** What a refusal says of changes that the form has not seen; null: it was refused for something else. */
export const changesIn = (error: unknown): ChangedMeanwhile | null =>
  error instanceof CallRefused && error.reason === 'conflict'
    ? (changedMeanwhile.safeParse(error.data).data ?? null)
    : null;

/** Fields that people write; what stands in others are words of the product. */
const typed: ReadonlySet<string> = new Set([
  'account',
  'name',
  'remark',
  'model',
  'firmware',
  'policyNumber',
]);
const unseen = '–';
const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Who changed what, in one sentence each. Of fields that nobody types only the label is named. */
export const changesInWords = (
  changes: readonly RecordChange[],
  labels: FieldLabels,
  text: TextOf,
  sentence: PhraseId = 'app.changedMeanwhile',
): string[] =>
  changes.map(({ by, changes: fields }) => {
    const named = fields.flatMap(({ field, from, to, called }) => {
      const label = labels[`${field}=${String(to)}`] ?? labels[field];
      if (label === undefined) return [];
      const name = text(label);
      if (called)
        return [
          text('app.fieldChanged', { field: name, from: called.from ?? unseen, to: called.to ?? unseen }),
        ];
      return typed.has(field) && isWord(from) && isWord(to)
        ? [text('app.fieldChanged', { field: name, from, to })]
        : [name];
    });
    return text(sentence, {
      name: by.name,
      fields: named.join(' · ') || text('app.otherFields'),
    });
  });
