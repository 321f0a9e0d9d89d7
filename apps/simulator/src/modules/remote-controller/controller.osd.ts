import type { DroneModel } from '../drone/index.ts';
import type { ControllerModel } from './models.ts';

/** Everything a controller says of itself, in one message. */
export const controllerOsd = (view: {
  percent: number;
  place: { lng: number; lat: number; height: number };
  inHand: boolean;
}): Record<string, unknown> => ({
  capacity_percent: Math.round(view.percent),
  longitude: view.place.lng,
  latitude: view.place.lat,
  height: view.place.height,
  country: 'CN',
  drc_state: 0,
  wireless_link: {
    dongle_number: 1,
    '4g_link_state': 0,
    sdr_link_state: view.inHand ? 1 : 0,
    link_workmode: 0,
    sdr_quality: view.inHand ? 5 : 0,
    '4g_quality': 0,
    sdr_freq_band: 5.8,
  },
});

/** Data of `update_topo`: controllers name no domain, and no index. */
export const controllerTopology = (
  model: ControllerModel,
  drone: { sn: string; model: DroneModel } | null,
): Record<string, unknown> => ({
  type: model.type,
  sub_type: 0,
  device_secret: '',
  nonce: '',
  version: 1,
  sub_devices: drone
    ? [
        {
          sn: drone.sn,
          type: drone.model.type,
          sub_type: drone.model.subType,
          device_secret: '',
          nonce: '',
          version: 1,
        },
      ]
    : [],
});
