import { openOrderStates, type WorkOrderRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { useNow } from '../../platform/clock.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useText, type TextOf } from '../../platform/text.tsx';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long something lasts, ms, as a person says it: whole minutes, hours or days, rounded down. */
const spanOf = (ms: number, figures: Figures, text: TextOf): string => {
  if (ms < 2 * hour) return figures.amount(Math.floor(ms / minute), text('unit.minute'));
  if (ms < 3 * day) return figures.amount(Math.floor(ms / hour), text('unit.hour'));
  return figures.amount(Math.floor(ms / day), text('unit.day'));
};

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
  const age = spanOf(Math.abs(now - (dueAt ?? createdAt)), figures, text);
  // Without a connection an order becomes late, and nobody says so.
  if (ageing || (dueAt !== null && dueAt < now))
    return (
      <StateSymbol
        state="alarm"
        word={text(dueAt === null ? 'workOrder.standsFor' : 'workOrder.lateBy', { age })}
      />
    );
  return dueAt === null ? '–' : text('workOrder.dueIn', { age });
}
