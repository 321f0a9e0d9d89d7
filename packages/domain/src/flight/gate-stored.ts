import { z } from 'zod';
import { gateItem, type GateItem } from './flight.ts';

/** As gates were stored before an item could be "not checked". */
const former = z
  .object({
    item: gateItem.shape.item,
    verdict: z.enum(['ok', 'warn', 'bad', 'unknown']),
    value: gateItem.shape.value,
    limit: gateItem.shape.limit,
  })
  .transform(({ verdict, ...figures }): GateItem => ({
    ...figures,
    verdict: verdict === 'ok' ? 'passed' : verdict === 'unknown' ? 'notChecked' : 'failed',
    reason: verdict === 'unknown' ? 'notTold' : null,
    blocks: verdict === 'bad' || verdict === 'unknown',
    ageMs: null,
  }));
const stored = z.array(z.union([gateItem, former]));

/** The gate of a flight as it is stored, also by an earlier release; null when there is none. */
export const readStoredGate = (value: unknown): GateItem[] | null => {
  const read = stored.safeParse(value);
  return read.success ? read.data : null;
};
