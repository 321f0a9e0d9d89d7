import { orderStates, statisticsCalls } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { StateSymbol } from '@eyrie/ui';
import { useFigures } from '@eyrie/web/figures';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { usePeriod } from '../../platform/period.ts';
import { Tile } from '../../platform/tile.tsx';

const looks: Readonly<Record<(typeof orderStates)[number], DeviceState>> = {
  unassigned: 'alarm',
  toBeClaimed: 'attention',
  inProcess: 'working',
  rejected: 'attention',
  done: 'live',
  ignored: 'offline',
};

/** Work orders of the last days by how they stand now. */
export function Orders(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const period = usePeriod();
  // A member who is concerned is notified; everybody else sees it at the next question.
  const asked = useAsked(
    statisticsCalls.order,
    () => ({ ...period, by: 'department' as const }),
    ({ name, time }) => (name === 'notification' ? `${time}` : null),
  );
  return (
    <Tile title={text('cockpit.orders', { days: period.days })} area="orders" asked={asked}>
      {({ parts, total }) =>
        total === 0 ? (
          <p className="tile-note">{text('cockpit.noOrders', { days: period.days })}</p>
        ) : (
          <ul className="rows">
            {orderStates.map((state) => (
              <li key={state} className="row">
                <StateSymbol state={looks[state]} word={text(`workOrder.state.${state}`)} />
                <bdi className="row-figure">
                  {figures.amount(parts.find(({ part }) => part === state)?.value ?? 0)}
                </bdi>
              </li>
            ))}
          </ul>
        )
      }
    </Tile>
  );
}
