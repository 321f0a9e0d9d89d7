import { commandCalls, speakerCalls, type PlayMode } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useUpload } from '../../platform/use-upload.ts';
import { call, newKey } from '../../platform/http.ts';

export const word = 'speaker';
export const soundsShown = 10;

export const useSounds = (keyword: string, pageNum: number) =>
  useQuery({
    queryKey: [word, 'list', keyword, pageNum],
    queryFn: ({ signal }) =>
      call(speakerCalls.query, { keyword, pageNum, pageSize: soundsShown }, { signal, toast: false }),
    placeholderData: keepPreviousData,
  });

/** Orders to a loudspeaker: one for one click. A refusal raises its toast. */
export const useSpeakerOrders = (dockOID: string, psdkIndex: number) => {
  const to = () => ({ oid: dockOID, key: newKey(), psdkIndex });
  return {
    play: useMutation({
      mutationFn: (audioOID: string) => call(commandCalls.speakerPlay, { ...to(), audioOID }),
    }),
    replay: useMutation({ mutationFn: () => call(commandCalls.speakerReplay, to()) }),
    stop: useMutation({ mutationFn: () => call(commandCalls.speakerStop, to()) }),
    mode: useMutation({
      mutationFn: (playMode: PlayMode) => call(commandCalls.speakerMode, { ...to(), playMode }),
    }),
    volume: useMutation({
      mutationFn: (volume: number) => call(commandCalls.speakerVolume, { ...to(), volume }),
    }),
  };
};
export type SpeakerOrders = ReturnType<typeof useSpeakerOrders>;

/** Sends a sound: how far it is, and what the server had against it. Leaving the page ends it. */
export const useSoundUpload = () => {
  const { send, ...upload } = useUpload([word, 'list']);
  return {
    ...upload,
    send: (file: File, name: string): Promise<boolean> =>
      send((options) => call(speakerCalls.add, { file, name }, options)),
  };
};
export type SoundUpload = ReturnType<typeof useSoundUpload>;
