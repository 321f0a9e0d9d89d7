import { classNameOf, statisticsCalls } from '@eyrie/domain';
import { useFigures } from '@eyrie/web/figures';
import { measureText } from '@eyrie/web/measure-text';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { usePeriod } from '../../platform/period.ts';
import { Tile, TileRows } from '../../platform/tile.tsx';
import { flightsChanged } from './announced.ts';

/** Classes that one tile has room for. */
const rows = 6;

/** Findings of the last days by their class, the most frequent first, each with its share. */
export function FindingClasses(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const period = usePeriod();
  const asked = useAsked(statisticsCalls.screenAiType, () => period, flightsChanged);
  const { days } = period;
  return (
    <Tile title={text('cockpit.findings', { days })} area="findings" asked={asked}>
      {({ classes, rest, names = [] }) => (
        <>
          <TileRows list={classes} most={rows} none={text('cockpit.noFindings', { days })}>
            {({ class: name, value, share }) => (
              <li key={name} className="row">
                <bdi>
                  {classNameOf(name, {
                    names: new Map(names.map((one) => [one.code, one.name])),
                    other: text('statistics.otherClass'),
                  })}
                </bdi>
                <span className="row-figures">
                  <bdi className="row-figure">{figures.amount(value)}</bdi>
                  <bdi>{measureText(figures, 'share', share)}</bdi>
                </span>
              </li>
            )}
          </TileRows>
          {rest > 0 ? (
            <p className="tile-note">
              {text('statistics.rest')} <bdi>{figures.amount(rest)}</bdi>
            </p>
          ) : null}
        </>
      )}
    </Tile>
  );
}
