import { trajectoryCalls, type PlacedKind, type RequestOf } from '@eyrie/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { now } from '../../platform/clock.ts';
import { call, download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { SeenPlace } from './place-state.ts';

/** Ages count on in between; what moves comes live. */
const renewEvery = 30_000;

/** Last known places of some kinds of devices that the member may see. */
export const usePlaces = (kinds: readonly PlacedKind[]): UseQueryResult<SeenPlace[]> =>
  useQuery({
    queryKey: ['trajectory', 'places', kinds],
    queryFn: async ({ signal }) => {
      const { list } = await call(trajectoryCalls.places, { kinds: [...kinds] }, { signal });
      const receivedAt = now();
      return list.map((place) => ({ ...place, receivedAt }));
    },
    refetchInterval: renewEvery,
  });

export type TrackRequest = Pick<RequestOf<typeof trajectoryCalls.search>, 'deviceOID' | 'from' | 'to'>;

/** The way of a device in a span, thinned; null asks for nothing. */
export const useTrack = (request: TrackRequest | null) =>
  useQuery({
    queryKey: ['trajectory', 'search', request],
    queryFn: ({ signal }) =>
      call(trajectoryCalls.search, { ...(request as TrackRequest), most: 2_000 }, { signal, toast: false }),
    enabled: request !== null,
  });

/** Docks by their distance from a place; null asks for nothing. */
export const useNearest = (place: { lng: number; lat: number } | null) =>
  useQuery({
    queryKey: ['trajectory', 'nearest', place],
    queryFn: ({ signal }) =>
      call(trajectoryCalls.nearest, place ?? { lng: 0, lat: 0 }, { signal, toast: false }),
    enabled: place !== null,
    refetchInterval: renewEvery,
  });

export const exportFormats = ['geojson', 'kml', 'csv'] as const;

/** Saves every recorded point of a span to the member's disk. */
export const saveTrack = async (
  request: TrackRequest,
  format: (typeof exportFormats)[number],
  name: string,
): Promise<void> =>
  saveFile(await download(trajectoryCalls.export, { ...request, format }), `${name}.${format}`);
