import { resultLimits, type VideoDoubt, type VideoFacts } from '@eyrie/domain';

/** What stands in a video, as it stands there. */
export interface VideoSaid extends Omit<VideoFacts, 'lng' | 'lat' | 'altitude' | 'startedAt' | 'doubts'> {
  /** As ISO 6709 writes a place, such as `+22.5400+113.9500+071.200/`. */
  placeText: string | null;
  /** Epoch ms; by the standard UTC, which not every maker keeps. */
  createdAt: number | null;
}

const placeForm = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)([+-]\d+(?:\.\d+)?)?/;

type Place = Pick<VideoFacts, 'lng' | 'lat' | 'altitude'>;
const nowhere: Place = { lng: null, lat: null, altitude: null };

/** Without satellites aircraft write zeros. */
const placeOf = (text: string | null): { place: Place; doubts: VideoDoubt[] } => {
  if (text === null) return { place: nowhere, doubts: ['placeMissing'] };
  const [, north, east, up] = placeForm.exec(text) ?? [];
  const [lat, lng] = [Number(north), Number(east)];
  if (lat === 0 && lng === 0) return { place: nowhere, doubts: ['placeMissing'] };
  // A comparison with what is no number holds as little as one with a place beyond the poles.
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return { place: nowhere, doubts: ['placeInvalid'] };
  return { place: { lng, lat, altitude: up === undefined ? null : Number(up) }, doubts: [] };
};

const { clockApart, firstYear } = resultLimits;
const firstMoment = Date.UTC(firstYear, 0, 1);

const timeDoubts = (at: number | null, deviceAt: number | null, receivedAt: number): VideoDoubt[] => {
  if (at === null) return ['timeMissing'];
  if (at < firstMoment) return ['clockReset'];
  if (at > receivedAt + clockApart) return ['clockAhead'];
  return deviceAt !== null && Math.abs(at - deviceAt) > clockApart ? ['clockDiffers'] : [];
};

/**
 * What is known of a video from what it says.
 * @param deviceAt as its device said its beginning, epoch ms; null: it did not
 * @param receivedAt when the file came, epoch ms
 */
export const videoFactsOf = (
  { placeText, createdAt, ...said }: VideoSaid,
  { deviceAt, receivedAt }: { deviceAt: number | null; receivedAt: number },
): VideoFacts => {
  const { place, doubts } = placeOf(placeText);
  const startedAt = createdAt;
  return {
    ...said,
    ...place,
    startedAt,
    doubts: [...doubts, ...timeDoubts(createdAt, deviceAt, receivedAt)],
  };
};

/** Whether the moment in a video may stand for that of its beginning where its device said none. */
export const isTimeSound = ({ startedAt, doubts }: VideoFacts): boolean =>
  startedAt !== null && !doubts.includes('clockReset') && !doubts.includes('clockAhead');
