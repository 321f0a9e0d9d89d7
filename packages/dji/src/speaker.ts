import type { PlayMode, SpeakerJobState, SpeakerStep } from '@eyrie/domain';
import type { Service } from './services.ts';
import { numberAt, textAt } from './read.ts';
import type { DeviceMessage } from './wire.ts';

/** What a loudspeaker plays: a file that the dock fetches, or words. */
export type SpeakerContent =
  | { name: string; md5: string; url: string }
  | { name: string; md5: string; text: string };

export const speakerPlayService = (psdkIndex: number, content: SpeakerContent): Service =>
  'text' in content
    ? {
        method: 'speaker_tts_play_start',
        data: { psdk_index: psdkIndex, tts: { name: content.name, text: content.text, md5: content.md5 } },
      }
    : {
        method: 'speaker_audio_play_start',
        data: {
          psdk_index: psdkIndex,
          file: { name: content.name, url: content.url, md5: content.md5, format: 'pcm' },
        },
      };

export const speakerReplayService = (psdkIndex: number): Service => ({
  method: 'speaker_replay',
  data: { psdk_index: psdkIndex },
});

export const speakerStopService = (psdkIndex: number): Service => ({
  method: 'speaker_play_stop',
  data: { psdk_index: psdkIndex },
});

export const speakerModeService = (psdkIndex: number, mode: PlayMode): Service => ({
  method: 'speaker_play_mode_set',
  data: { psdk_index: psdkIndex, play_mode: mode === 'loop' ? 1 : 0 },
});

/** Throws a RangeError for a volume that no device may get: the last guard. */
export const speakerVolumeService = (psdkIndex: number, volume: number): Service => {
  if (!Number.isInteger(volume) || volume < 0 || volume > 100)
    throw new RangeError('a volume must be a whole number from 0 to 100');
  return { method: 'speaker_play_volume_set', data: { psdk_index: psdkIndex, play_volume: volume } };
};

/** The events in which a loudspeaker reports how far it is with an order to play. */
export const speakerEvents: readonly string[] = [
  'speaker_audio_play_start_progress',
  'speaker_tts_play_start_progress',
];

const steps: ReadonlyMap<string, SpeakerStep> = new Map([
  ['download', 'download'],
  ['encoding', 'encoding'],
  ['change_work_mode', 'changeMode'],
  ['upload', 'upload'],
  ['play', 'play'],
]);

/** What a dock says of an order to play while it works at it. */
export interface SpeakerProgress {
  /** Of the order that it belongs to. */
  bid: string | null;
  psdkIndex: number | null;
  /** Null: a word that no document has. */
  state: SpeakerJobState | null;
  percent: number | null;
  step: SpeakerStep | null;
  /** Why it failed, as the device numbers it; null: it did not, or said nothing. */
  code: number | null;
}

const stateOf = (result: number | null, word: string | null): SpeakerJobState | null => {
  // A code is a failure, whatever the word beside it.
  if (result) return 'failed';
  if (word === 'in_progress' || word === 'sent') return 'working';
  if (word === 'ok') return 'playing';
  return word === 'failed' || word === 'canceled' || word === 'timeout' || word === 'rejected'
    ? 'failed'
    : null;
};

/** Reads progress of an order to play; null: it is another event, or says nothing of one. */
export const speakerProgress = ({ method, bid, data }: DeviceMessage): SpeakerProgress | null => {
  if (!speakerEvents.includes(method ?? '') || typeof data !== 'object' || data === null) return null;
  const { output } = data as { output?: unknown };
  const progress = (output as { progress?: unknown } | null | undefined)?.progress;
  const result = numberAt(data, 'result');
  const percent = numberAt(progress, 'percent');
  return {
    bid: bid ?? null,
    psdkIndex: numberAt(output, 'psdk_index'),
    state: stateOf(result, textAt(output, 'status')),
    percent: percent === null ? null : Math.round(Math.min(100, Math.max(0, percent))),
    step: steps.get(textAt(progress, 'step_key') ?? '') ?? null,
    code: result || null,
  };
};
