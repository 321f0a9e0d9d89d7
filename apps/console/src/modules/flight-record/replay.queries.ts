import { flightCalls, flightRecordCalls } from '@eyrie/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';

/** Everything recorded of a flight. Of one that is over nothing is asked again. */
export const useReplay = (oid: string) =>
  useQuery({
    queryKey: ['flightRecord', 'replay', oid],
    queryFn: ({ signal }) => call(flightRecordCalls.replay, { oid }, { signal, toast: false }),
    staleTime: ({ state }) => (state.data?.state === 'over' ? Infinity : 0),
  });

/** Films of a flight that say when they begin, in order. */
export const useFilms = (oid: string) =>
  useQuery({
    queryKey: ['media', 'films', oid],
    queryFn: async ({ signal }) => {
      const { list } = await call(flightCalls.media, { id: oid }, { signal, toast: false });
      return list
        .flatMap(({ kind, shotAt, url, name }) =>
          kind === 'video' && shotAt !== null ? [{ at: shotAt, url, name }] : [],
        )
        .toSorted((one, other) => one.at - other.at);
    },
  });

export const useBundle = (oid: string, name: string) =>
  useMutation({
    mutationFn: async (media: boolean) =>
      saveFile(
        await download(flightRecordCalls.bundle, { oid, media: media ? 'true' : 'false' }),
        `${name}.zip`,
      ),
  });
