import { statisticsCalls } from '@eyrie/domain';
import { useFigures } from '@eyrie/web/figures';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { Tile } from '../../platform/tile.tsx';
import { flightsChanged } from './announced.ts';

/** Tasks that exist now, by type. */
export function Tasks(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const asked = useAsked(statisticsCalls.screenTask, () => ({}), flightsChanged);
  return (
    <Tile title={text('cockpit.tasks')} area="tasks" asked={asked}>
      {({ total, types }) =>
        total === 0 ? (
          <p className="tile-note">{text('cockpit.noTasks')}</p>
        ) : (
          <ul className="rows">
            {types.map(({ type, count }) => (
              <li key={type} className="row">
                <span>{text(`task.type.${type}`)}</span>
                <bdi className="row-figure">{figures.amount(count)}</bdi>
              </li>
            ))}
          </ul>
        )
      }
    </Tile>
  );
}
