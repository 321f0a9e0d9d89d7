import { chooseWind, weatherCalls, type WindOffer } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { call } from '../../platform/http.ts';
import { failureOf } from './wind-state.ts';

/** Decimals of a place that a question carries: ten metres, and no more than the call takes. */
const decimals = 4;

/** The wind at a place that can be taken into a plan. `unreachable`: nobody answered. */
export const askWind = async (
  { lng, lat }: { lng: number; lat: number },
  dockOID: string | null,
): Promise<WindOffer | { state: 'unreachable'; reason: PhraseId }> => {
  const place = { lng: lng.toFixed(decimals), lat: lat.toFixed(decimals) };
  try {
    const [city, { list }] = await Promise.all([
      call(weatherCalls.city, place, { toast: false }),
      call(weatherCalls.direction, {}, { toast: false }),
    ]);
    return chooseWind(city, list, dockOID);
  } catch (error) {
    return { state: 'unreachable', reason: failureOf(error) };
  }
};
