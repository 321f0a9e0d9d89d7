import { defineList, type Columns, type Filters, type ListDefinition, type Orders } from './define.ts';
import { reading } from './read.ts';

/** A list over rows of another room: they can be read and locked, and nothing of them written. */
export const readingOf = <
  const T extends string,
  const C extends Columns<T>,
  const F extends Filters,
  const S extends Orders,
>(
  definition: ListDefinition<T, C, F, S>,
) => reading(defineList(definition));
