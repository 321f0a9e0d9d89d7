import { orderStates, workOrderCalls, type OrderState } from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { drawClass } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { orderLooks } from './order-state.tsx';
import './work-order.css';

/** ms: others move orders too. */
const renewEvery = 10_000;
/** More classes than these make the strip longer than what stands under it. */
const mostClasses = 6;

interface OrderStandingProps {
  /** The state by which the list is narrowed. */
  chosen: OrderState | null;
  onChoose: (state: OrderState | null) => void;
}

/** How many orders stand how, of what they are, and how long one takes; a count narrows the list to its orders. */
export function OrderStanding({ chosen, onChoose }: OrderStandingProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useQuery({
    queryKey: ['workOrder', 'statistic'],
    queryFn: ({ signal }) => call(workOrderCalls.statistic, {}, { signal }),
    refetchInterval: renewEvery,
  });
  const counts = new Map(answer.data?.states.map(({ state, count }) => [state, count]));
  return (
    <section className="order-standing" aria-label={text('workOrder.standing')}>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          answer.data ? (
            <>
              <div className="ey-flow ey-gap-8">
                {orderStates.map((state) => (
                  <Button
                    key={state}
                    size="small"
                    aria-pressed={state === chosen}
                    type={state === chosen ? 'primary' : 'default'}
                    ghost={state === chosen}
                    onClick={() => onChoose(state === chosen ? null : state)}
                  >
                    <StateSymbol
                      state={orderLooks[state]}
                      heading={90}
                      word={text('workOrder.standingState', {
                        state: text(`workOrder.state.${state}`),
                        count: counts.get(state) ?? 0,
                      })}
                    />
                  </Button>
                ))}
              </div>
              <p className="list-hint">
                {answer.data.meanTime === null
                  ? text('workOrder.meanTimeNone')
                  : text('workOrder.meanTime', { time: figures.duration(answer.data.meanTime / 1_000) })}
              </p>
              {answer.data.classes.length > 0 ? (
                <ul className="order-classes ey-list ey-flow" aria-label={text('workOrder.byClass')}>
                  {answer.data.classes.slice(0, mostClasses).map(({ class: found, count, open }) => (
                    <li key={found}>
                      {drawClass(found)} {text('workOrder.classCount', { count, open })}
                    </li>
                  ))}
                  {answer.data.classes.length > mostClasses ? (
                    <li>
                      {text('workOrder.moreClasses', { count: answer.data.classes.length - mostClasses })}
                    </li>
                  ) : null}
                </ul>
              ) : null}
            </>
          ) : null
        }
      </Loaded>
    </section>
  );
}
