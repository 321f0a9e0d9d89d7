import type { LiveSource } from '@eyrie/domain';
import { z } from 'zod';
import { flag, listOrNull, readOrNull, whole, words } from './tolerant.ts';

export interface LiveStatus {
  videoId: string;
  videoType: string | null;
  quality: number | null;
  publishing: boolean;
  /** 0, or an error code. */
  error: number;
}

const videoId = z.string().regex(/^[A-Za-z0-9_-]{1,64}\/\d{1,6}-\d{1,6}-\d{1,3}\/[A-Za-z0-9_-]{1,32}$/);

const statusList = listOrNull(
  z.object({
    video_id: videoId,
    video_type: words,
    video_quality: whole,
    status: flag,
    error_status: whole,
  }),
  64,
);

/** Value of the property `live_status`; null when it is no list. */
export const decodeLiveStatus = (value: unknown): LiveStatus[] | null =>
  statusList.parse(value)?.map((entry) => ({
    videoId: entry.video_id,
    videoType: entry.video_type,
    quality: entry.video_quality,
    publishing: entry.status === true,
    error: entry.error_status ?? 0,
  })) ?? null;

const video = z.object({
  video_index: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  video_type: words,
  switchable_video_types: listOrNull(z.string().max(32), 16),
});
const camera = z.object({
  camera_index: z.string().regex(/^\d{1,6}-\d{1,6}-\d{1,3}$/),
  video_list: listOrNull(video, 16),
});
const device = z.object({
  sn: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  camera_list: listOrNull(camera, 16),
});
const capacity = z.object({
  available_video_number: whole,
  coexist_video_number_max: whole,
  device_list: listOrNull(device, 8),
});

/** Docks, remote controllers and texts call one lens differently. */
const lensOf = (name: string): string => (name === 'thermal' || name === 'infrared' ? 'ir' : name);

export interface LiveCapacity {
  available: number;
  coexist: number;
  sources: LiveSource[];
}

/**
 * Value of the property `live_capacity`: every picture that can be watched. `status` says which are being
 * pushed. Null when malformed; an aircraft that is off is simply not in the list.
 */
export const toLiveCapacity = (
  value: unknown,
  gatewaySn: string,
  status: readonly LiveStatus[],
): LiveCapacity | null => {
  const read = readOrNull(capacity, value);
  if (!read?.device_list) return null;
  const publishing = new Set(status.filter((entry) => entry.publishing).map((entry) => entry.videoId));
  const lensNow = (id: string): string | null => {
    const shown = status.find(({ videoId: one, publishing: on }) => on && one === id)?.videoType ?? null;
    return shown && lensOf(shown);
  };
  const sources = read.device_list.flatMap((owner) =>
    (owner.camera_list ?? []).flatMap((eye) =>
      (eye.video_list ?? []).map((picture): LiveSource => {
        const id = `${owner.sn}/${eye.camera_index}/${picture.video_index}`;
        return {
          videoId: id,
          owner: owner.sn === gatewaySn ? 'dock' : 'drone',
          cameraIndex: eye.camera_index,
          videoType: lensOf(picture.video_type ?? 'normal'),
          switchable: picture.switchable_video_types ?? [],
          publishing: publishing.has(id),
          lens: lensNow(id),
        };
      }),
    ),
  );
  return {
    available: read.available_video_number ?? sources.length,
    coexist: read.coexist_video_number_max ?? read.available_video_number ?? sources.length,
    sources,
  };
};
