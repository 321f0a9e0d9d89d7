import type { DroneTelemetry, PilotRegion } from '@eyrie/domain';
import { toElement } from './map-elements.ts';

const push = (code: string, data: unknown, time: number): string =>
  JSON.stringify({ biz_code: code, version: '1.0', timestamp: Math.round(time), data });

/** These have no content: they only make the app ask for the topologies again. */
export const deviceOnline = (time: number): string => push('device_online', {}, time);
export const deviceOffline = (time: number): string => push('device_offline', {}, time);
export const topologyChanged = (time: number): string => push('device_update_topo', {}, time);

/** Where an aircraft is; null while it does not know. Latitude is latitude, whatever the vendor's example shows. */
export const deviceOsd = (drone: DroneTelemetry, time: number): string | null => {
  const { sn, lat, lng, height, head, elevation, speedH, speedV } = drone;
  if (lat === null || lng === null) return null;
  // What is not known is left out: a zero would be a height and a speed.
  const host = {
    latitude: lat,
    longitude: lng,
    height: height ?? undefined,
    attitude_head: head ?? undefined,
    elevation: elevation ?? undefined,
    horizontal_speed: speedH ?? undefined,
    vertical_speed: speedV ?? undefined,
  };
  return push('device_osd', { sn, host }, time);
};

const placed = ({ groupOID, ...region }: PilotRegion) => ({
  group_id: groupOID,
  ...toElement({ groupOID, ...region }),
});
export const elementCreated = (region: PilotRegion, time: number): string =>
  push('map_element_create', placed(region), time);
export const elementUpdated = (region: PilotRegion, time: number): string =>
  push('map_element_update', placed(region), time);
export const elementDeleted = (region: Pick<PilotRegion, 'oid' | 'groupOID'>, time: number): string =>
  push('map_element_delete', { group_id: region.groupOID, id: region.oid }, time);
/** A layer is to be read anew. */
export const groupRefreshed = (groupOID: string, time: number): string =>
  push('map_group_refresh', { ids: [groupOID] }, time);
