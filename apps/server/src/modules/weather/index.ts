import { limits, weatherCalls, type DockWeather, type DockWind, type OutsideWeather } from '@eyrie/domain';
import { emptySnapshot, toDockStatus, toDroneTelemetry } from '@eyrie/dji';
import { distance } from '@eyrie/geometry';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createOutside, type OutsideDeps } from './outside.ts';
import { dockReadings, type DockReading } from './weather.store.ts';

export { createForecast, type Forecast, type ForecastAt } from './forecast.ts';

const weatherOf = (row: DockReading, now: number): DockWeather => {
  const { wind, rainfall, envTemp, humidity } = toDockStatus(
    { ...emptySnapshot(), values: row.values },
    { sn: '', online: row.online, hms: [], hmsHeard: false, clockOffset: null, now: 0 },
  );
  const at = row.at?.getTime() ?? null;
  const { dockOID, name, lng, lat, online } = row;
  return {
    dockOID,
    name,
    lng,
    lat,
    online,
    wind,
    rainfall,
    humidity,
    temperature: envTemp,
    at,
    ageMs: at === null ? null : Math.max(0, Math.round(now - at)),
  };
};

/** What an aircraft in the air says of the wind, while that is new. */
const droneWind = ({ droneValues, droneAt, airborne, dockOID }: DockReading, now: number): number | null => {
  if (!airborne || droneAt === null || now - droneAt.getTime() > limits.weather.directionFor) return null;
  const context = { sn: '', dockOid: dockOID, online: true, flightOID: null, now: 0 };
  return toDroneTelemetry({ ...emptySnapshot(), values: droneValues }, context).windDir;
};

const windOf = (row: DockReading, outside: OutsideWeather | null, now: number): DockWind => {
  const own = droneWind(row, now);
  const other = outside?.reading?.windFrom ?? null;
  return {
    ...weatherOf(row, now),
    windFrom: own ?? other,
    windFromOf: own !== null ? 'drone' : other === null ? null : 'outside',
  };
};

/** The weather where docks stand: by their own sensors, and by a provider outside where one is set. */
export const weatherEndpoints = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>,
  deps: OutsideDeps,
): Endpoint[] => {
  const { db, serverTime } = runtime;
  const outside = createOutside(runtime, deps);
  return [
    serve(weatherCalls.city, async (place, { caller }) => {
      const now = serverTime();
      const near = (await dockReadings(db, caller))
        .map((row) => ({ ...weatherOf(row, now), distance: distance(row, place) }))
        .toSorted((a, b) => a.distance - b.distance)
        .slice(0, limits.weather.docks);
      return { docks: near, outside: (await outside([place])).at(place) };
    }),
    serve(weatherCalls.direction, async (_, { caller }) => {
      const now = serverTime();
      const rows = await dockReadings(db, caller);
      const { at, worst } = await outside(rows);
      const { reading: _reading, ...standing } = worst;
      return { list: rows.map((row) => windOf(row, at(row), now)), outside: standing };
    }),
  ];
};
