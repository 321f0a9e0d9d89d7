import { weatherCalls } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { mayNow } from '../../platform/allowed.tsx';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { drawLive, type MapPart } from '../../platform/map-part.ts';
import { ageNow, textNow } from '../../platform/text.tsx';
import { failureOf, useWind } from './wind-state.ts';
import { windDrawing } from './wind-view.ts';

/** Wind and rain move slowly; each map asks once a minute. */
const renewEvery = 60_000;

const say = (reason: PhraseId, ageMs: number | null): string =>
  textNow('weather.unknown', { reason: textNow(reason), age: ageNow(ageMs) });

const ask = async (alive: () => boolean): Promise<void> => {
  // Pages whose readers may not ask for it show none.
  if (!mayNow(weatherCalls.direction)) return;
  try {
    const { list, outside } = await call(weatherCalls.direction, {}, { toast: false });
    if (alive()) useWind.setState({ answer: { list, outside, receivedAt: now() }, failure: null });
  } catch (error) {
    if (alive()) useWind.setState({ failure: failureOf(error) });
  }
};

/** Where the wind blows at each dock, where it rains, and why that is not known. */
export const mapPart: MapPart = {
  layer: 'rain',
  add: (host, { docks, placeOf }) => {
    const winds = host.addLines('winds', []);
    const rain = host.addThings('rain', []);
    let stopped = false;
    const draw = (): void => {
      const placed = docks().flatMap((dock) => {
        const place = placeOf(dock);
        return place ? [{ oid: dock.oid, ...place }] : [];
      });
      const { lines, things } = windDrawing(useWind.getState(), placed, now(), say);
      winds.set(lines);
      rain.set(things);
    };
    const renew = (): void => void ask(() => !stopped);
    const stop = drawLive(draw);
    renew();
    const timer = setInterval(renew, renewEvery);
    return {
      redraw: draw,
      dispose: () => {
        stopped = true;
        stop();
        clearInterval(timer);
        rain.dispose();
        winds.dispose();
        useWind.setState({ answer: null, failure: null });
      },
    };
  },
};
