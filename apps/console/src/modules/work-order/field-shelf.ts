import { dropLarge, keepLarge, keptLarge, namesOfLarge } from '../../platform/large-storage.ts';
import type { FieldShelf, FieldWorkItem } from './field-queue.ts';

const isItem = (value: unknown): value is FieldWorkItem =>
  typeof value === 'object' && value !== null && 'key' in value && 'photos' in value && 'phase' in value;

/**
 * Steps of one member on this phone. They do not go with the session: what a person did is theirs until the server has
 * it, and nobody else who signs in here is shown it.
 */
export const fieldShelf = (member: string): FieldShelf => {
  const owner = `work:${member}`;
  const stepName = (key: string): string => `step.${key}`;
  const photoName = (id: string): string => `photo.${id}`;
  return {
    async items() {
      const names = await namesOfLarge(owner, 'step.');
      const found = await Promise.all(names.map((name) => keptLarge(owner, name)));
      return found.filter((one) => isItem(one));
    },
    keep: (item) => keepLarge(owner, stepName(item.key), item),
    keepPhoto: (id, picture) => keepLarge(owner, photoName(id), picture),
    async photo(id) {
      const found = await keptLarge(owner, photoName(id));
      return typeof found === 'string' ? found : null;
    },
    dropPhoto: (id) => dropLarge(owner, photoName(id)),
    async drop({ key, photos }) {
      await dropLarge(owner, stepName(key));
      for (const { id } of photos) await dropLarge(owner, photoName(id));
    },
  };
};
