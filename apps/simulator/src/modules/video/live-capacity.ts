import type { DroneModel } from '../drone/index.ts';

export interface Capacity {
  /** Null: it has no camera of its own, as no remote controller has. */
  dockSn: string | null;
  insideCamera: boolean;
  drone: { sn: string; model: DroneModel; powered: boolean };
}

export const dockCamera = '165-0-7';

const camera = (index: string, lenses: readonly string[]) => ({
  camera_index: index,
  available_video_number: 1,
  coexist_video_number_max: 1,
  video_list: [{ video_index: 'normal-0', video_type: 'normal', switchable_video_types: lenses }],
});

/** Between which pictures its main camera changes. */
export const lensesOf = ({ thermal }: DroneModel): readonly string[] => [
  'normal',
  'wide',
  'zoom',
  ...(thermal ? ['ir'] : []),
];

/** `live_capacity`: what can be watched now. The aircraft's entry is missing while it is off. */
export function liveCapacity({ dockSn, drone }: Capacity): unknown {
  const dock = {
    sn: dockSn,
    available_video_number: 1,
    coexist_video_number_max: 1,
    camera_list: [camera(dockCamera, ['normal'])],
  };
  const aircraft = {
    sn: drone.sn,
    available_video_number: 2,
    coexist_video_number_max: 1,
    camera_list: [camera(drone.model.view, ['normal']), camera(drone.model.camera, lensesOf(drone.model))],
  };
  const list = [...(dockSn === null ? [] : [dock]), ...(drone.powered ? [aircraft] : [])];
  const total = (dockSn === null ? 0 : 1) + (drone.powered ? 2 : 0);
  return { available_video_number: total, coexist_video_number_max: total, device_list: list };
}

/** Is there a camera with this video id now. */
export function hasVideo(capacity: Capacity, videoId: string): boolean {
  const [sn, index] = videoId.split('/');
  if (sn === capacity.dockSn) return index === dockCamera;
  if (sn !== capacity.drone.sn || !capacity.drone.powered) return false;
  return index === capacity.drone.model.camera || index === capacity.drone.model.view;
}
