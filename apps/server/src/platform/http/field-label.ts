import type { PhraseId } from '@eyrie/phrases';
import { hasPhrase } from './words.ts';

/** The phrase that names a field to people, by its path: that of its last name; null: it has none. */
export function fieldLabelId(path: string): PhraseId | null {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const id = `detail.key.${name}`;
  return hasPhrase(id) ? id : null;
}
