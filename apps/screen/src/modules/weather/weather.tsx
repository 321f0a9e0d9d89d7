import { linkLevel, weatherCalls, type DockWind } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { now, useNow } from '@eyrie/web/clock';
import { useFigures } from '@eyrie/web/figures';
import { ageOf, useTelemetry } from '@eyrie/web/telemetry';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { MonitorLink } from '../../platform/monitor-link.tsx';
import { Tile, TileRows } from '../../platform/tile.tsx';

/** Docks that one tile has room for. */
const rows = 6;

/** What a dock measures now, or measured last, with the age of that. */
function Row({ dock, receivedAt }: { dock: DockWind; receivedAt: number }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const live = useTelemetry('dockStatus', dock.dockOID);
  const reading = live
    ? { wind: live.data.wind, temperature: live.data.envTemp, humidity: live.data.humidity }
    : dock;
  const asked = dock.ageMs === null ? null : dock.ageMs + Math.max(0, at - receivedAt);
  const ageMs = live ? ageOf(live, Math.max(at, live.receivedAt)) : asked;
  const level = linkLevel(ageMs);
  return (
    <li className="row">
      <MonitorLink dockOID={dock.dockOID} name={dock.name} />
      <span className="row-figures">
        <span title={text('field.wind')}>{figures.speed(reading.wind)}</span>
        <span title={text('weather.temperature')}>
          {figures.amount(reading.temperature, text('unit.celsius'))}
        </span>
        <span title={text('weather.humidity')}>
          {figures.amount(reading.humidity, text('unit.percent'), 0)}
        </span>
        {level === 'live' || level === 'ageing' ? null : (
          <StateSymbol state="attention" word={figures.age(ageMs)} />
        )}
      </span>
    </li>
  );
}

/** Wind, temperature and humidity at the docks. */
export function Weather(): ReactNode {
  const text = useText();
  const asked = useAsked(weatherCalls.direction, () => ({}));
  return (
    <Tile title={text('cockpit.weather')} area="weather" asked={asked}>
      {({ list }) => (
        <TileRows list={list} most={rows} none={text('cockpit.noWeather')}>
          {(dock) => <Row key={dock.dockOID} dock={dock} receivedAt={asked.receivedAt ?? now()} />}
        </TileRows>
      )}
    </Tile>
  );
}
