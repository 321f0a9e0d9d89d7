import { statisticsCalls, type MeasureName } from '@eyrie/domain';
import { useFigures } from '@eyrie/web/figures';
import { measureText } from '@eyrie/web/measure-text';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { usePeriod } from '../../platform/period.ts';
import { Tile } from '../../platform/tile.tsx';
import { flightsChanged } from './announced.ts';

const shown = [
  'flights',
  'flightTime',
  'flightDistance',
  'docksFlown',
  'doneShare',
  'findings',
  'confirmedFindings',
  'workOrders',
] as const satisfies readonly MeasureName[];

/** The measures of the last days, each with that of as many days before. */
export function Numbers(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const period = usePeriod();
  const asked = useAsked(statisticsCalls.screenOverview, () => period, flightsChanged);
  return (
    <Tile title={text('cockpit.numbers', { days: period.days })} area="numbers" asked={asked}>
      {({ measures }) => (
        <dl className="numbers">
          {shown.flatMap((name) => {
            const found = measures.find(({ measure }) => measure === name);
            if (!found) return [];
            return (
              <div key={name} className="number">
                <dt>{text(`statistics.measure.${name}`)}</dt>
                <dd>
                  <bdi>{measureText(figures, found.unit, found.total)}</bdi>
                  <small>
                    {text('statistics.before', { value: measureText(figures, found.unit, found.previous) })}
                  </small>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Tile>
  );
}
