import type { Caller } from '../support/calls.ts';
import type { Product } from '../support/product.ts';
import { roomFixtures } from '../support/rooms.generated.ts';

/** A product as it is after weeks: something to read on every page, and every kind of row in the log. */
export async function fillProduct(caller: Caller, product: Product): Promise<void> {
  for (const { fill } of roomFixtures) await fill?.(caller, product);
}
