import { CallRefused } from '@eyrie/client';
import { commandCalls, speakerCalls, dockCalls, type PlayMode } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, newKey, showFailure } from '../../platform/http.ts';

export const word = 'speaker';
export const soundsShown = 10;

/** A dock says what its loudspeaker is at whenever that changes; what is stored of it is asked for so often, ms. */
const lookEvery = 2_000;

export const useSounds = (keyword: string, pageNum: number) =>
  useQuery({
    queryKey: [word, 'list', keyword, pageNum],
    queryFn: ({ signal }) =>
      call(speakerCalls.query, { keyword, pageNum, pageSize: soundsShown }, { signal, toast: false }),
    placeholderData: keepPreviousData,
  });

/** Payloads on the aircraft of a dock, as it reported them last. */
export const usePayloads = (dockOID: string) =>
  useQuery({
    queryKey: [word, 'payloads', dockOID],
    queryFn: ({ signal }) => call(dockCalls.psdk, { oid: dockOID }, { signal, toast: false }),
    refetchInterval: lookEvery,
    staleTime: 0,
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
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  /** 0 to 1 while it is on its way; null: nothing is. */
  const [fraction, setFraction] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    fraction,
    fault,
    say: setFault,
    cancel: () => running.current?.abort(),
    send: async (file: File, name: string): Promise<boolean> => {
      const work = new AbortController();
      running.current = work;
      setFault(null);
      setFraction(0);
      try {
        const options = { signal: work.signal, onProgress: setFraction, toast: false };
        await call(speakerCalls.add, { file, name }, options);
        return true;
      } catch (error) {
        if (work.signal.aborted) return false;
        if (error instanceof CallRefused) setFault(error.message);
        else showFailure(error);
        return false;
      } finally {
        setFraction(null);
        void client.invalidateQueries({ queryKey: [word, 'list'] });
      }
    },
  };
};
export type SoundUpload = ReturnType<typeof useSoundUpload>;
