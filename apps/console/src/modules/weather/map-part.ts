import { limits, weatherCalls, type DockWind } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import type { Line, Thing } from '@eyrie/map';
import { call } from '../../platform/http.ts';
import type { MapPart } from '../../platform/map-part.ts';

/** Wind and rain move slowly; each map asks once a minute. */
const renewEvery = 60_000;

/** Metres of an arrow for each m/s, so that a storm is longer than a breeze. */
const perSpeed = 15;

const arrowOf = ({ dockOID, windFrom, wind, lng, lat, online, ageMs }: DockWind): Line[] => {
  // Old wind is no wind of now.
  if (!online || ageMs === null || ageMs > limits.weather.directionFor) return [];
  if (windFrom === null || wind === null || wind <= 0) return [];
  const half = (wind * perSpeed) / 2 + 20;
  const path = [destination({ lng, lat }, windFrom, half), destination({ lng, lat }, windFrom + 180, half)];
  return [{ id: dockOID, path, tone: 'text', width: 2, arrows: true }];
};

const rainOf = ({ dockOID, rainfall, lng, lat, online }: DockWind): Thing[] => {
  if (!online || rainfall === null || rainfall === 'none') return [];
  const place = destination({ lng, lat }, 45, 30);
  return [{ ...place, id: dockOID, look: rainfall === 'light' ? 'attention' : 'alarm', badge: '☂' }];
};

/** Where the wind blows at each dock, and where it rains. */
export const mapPart: MapPart = {
  layer: 'rain',
  add: (host) => {
    const winds = host.addLines('winds', []);
    const rain = host.addThings('rain', []);
    let stopped = false;
    const ask = async (): Promise<void> => {
      // Pages whose readers may not ask for it show none; the card says what failed.
      const found = await call(weatherCalls.direction, {}, { toast: false }).catch(() => ({ list: [] }));
      if (stopped) return;
      winds.set(found.list.flatMap(arrowOf));
      rain.set(found.list.flatMap(rainOf));
    };
    void ask();
    const timer = setInterval(() => void ask(), renewEvery);
    return {
      redraw: () => undefined,
      dispose: () => {
        stopped = true;
        clearInterval(timer);
        rain.dispose();
        winds.dispose();
      },
    };
  },
};
