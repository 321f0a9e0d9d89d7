import type { ControllerState } from '@eyrie/domain';
import { numberAt, textAt } from './read.ts';
import type { Snapshot } from './snapshot.ts';

const qualityAt = (values: unknown, key: string): number | null => {
  const quality = numberAt(values, key);
  return quality !== null && quality >= 0 && quality <= 5 ? quality : null;
};

/**
 * What a remote controller says of itself. Unlike a dock it says all in one message. Offline, its live figures are gone
 * and its last place stays.
 */
export const toControllerFigures = (
  { values }: Snapshot,
  { online }: { online: boolean },
): Pick<ControllerState, 'percent' | 'lng' | 'lat' | 'height' | 'link' | 'firmware'> => {
  const live = online ? values : {};
  const [lng, lat] = [numberAt(values, 'longitude'), numberAt(values, 'latitude')];
  // Zeros in both are what a controller without a position sends.
  const placed = lng !== null && lat !== null && (lng !== 0 || lat !== 0);
  return {
    percent: numberAt(live, 'capacity_percent'),
    lng: placed ? lng : null,
    lat: placed ? lat : null,
    height: placed ? numberAt(values, 'height') : null,
    link: {
      sdr: qualityAt(live['wireless_link'], 'sdr_quality'),
      fourG: qualityAt(live['wireless_link'], '4g_quality'),
    },
    firmware: textAt(values, 'firmware_version'),
  };
};
