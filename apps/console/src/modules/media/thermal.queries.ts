import { thermalCalls, thermalGrid, type MediaItem } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { call, download } from '../../platform/http.ts';
import { whileMade } from './while-made.ts';

/** The photos that the other lenses took of a shot. */
export const useShot = ({ oid, kind }: MediaItem) =>
  useQuery({
    queryKey: ['media', 'shot', oid],
    queryFn: async ({ signal }) => (await call(thermalCalls.shot, { oid }, { signal, toast: false })).list,
    enabled: kind === 'photo',
  });

/** Whether a photo may have temperatures: it was taken through the infrared lens, and has been read. */
export const isThermal = ({ kind, lens, reading }: MediaItem): boolean =>
  kind === 'photo' && lens === 'ir' && reading === 'done';

/** Temperatures of an infrared photo. What refuses them refuses them again, unless others come before. */
export const useTemperatures = (media: MediaItem) =>
  useQuery({
    queryKey: ['temperatures', media.oid],
    queryFn: async ({ signal }) => {
      const answer = await download(thermalCalls.temperatures, { oid: media.oid }, { signal, toast: false });
      const grid = thermalGrid(new Uint8Array(await answer.arrayBuffer()));
      if (!grid) throw new Error('the temperatures came in another form');
      return grid;
    },
    enabled: isThermal(media),
    ...whileMade,
  });
