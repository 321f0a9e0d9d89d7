import { statisticsCalls } from '@eyrie/domain';
import { useFigures } from '@eyrie/web/figures';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { Tile } from '../../platform/tile.tsx';
import { devicesChanged } from './announced.ts';

/** Docks and aircraft in service, online and in the air. */
export function RightNow(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const asked = useAsked(statisticsCalls.screenUav, () => ({}), devicesChanged);
  return (
    <Tile title={text('cockpit.now')} area="now" asked={asked}>
      {({ docks, docksOnline, drones, dronesAirborne }) => (
        <dl className="numbers numbers-few">
          {[
            { name: text('statistics.docks'), value: docks },
            { name: `${text('statistics.docks')} · ${text('statistics.docksOnline')}`, value: docksOnline },
            { name: text('statistics.drones'), value: drones },
            {
              name: `${text('statistics.drones')} · ${text('statistics.dronesAirborne')}`,
              value: dronesAirborne,
            },
          ].map(({ name, value }) => (
            <div key={name} className="number">
              <dt>{name}</dt>
              <dd>
                <bdi>{figures.amount(value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Tile>
  );
}
