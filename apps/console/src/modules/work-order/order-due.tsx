import { openOrderStates, type WorkOrderRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useNow } from '../../platform/clock.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';

/** By when an order is to stand otherwise, or for how long it has stood open: a late one stands out. */
export function OrderDue({
  order: { state, dueAt, createdAt, ageing },
}: {
  order: Pick<WorkOrderRecord, 'state' | 'dueAt' | 'createdAt' | 'ageing'>;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const now = serverMoment(useNow());
  if (!openOrderStates.some((one) => one === state)) return '–';
  const age = figures.age(Math.abs(now - (dueAt ?? createdAt)));
  if (ageing)
    return (
      <StateSymbol
        state="alarm"
        word={text(dueAt === null ? 'workOrder.standsFor' : 'workOrder.lateBy', { age })}
      />
    );
  return dueAt === null ? '–' : text('workOrder.dueIn', { age });
}
