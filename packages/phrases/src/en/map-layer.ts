import type { mapLayer as source } from '../zh-CN/map-layer.ts';
import type { Translation } from '../words.ts';

export const mapLayer: Translation<typeof source> = {
  'mapLayer.label': 'Map',
  'mapLayer.noGraphics': 'This browser cannot draw the map (no WebGL). Lists and figures are not affected.',
  'mapLayer.zoomIn': 'Zoom in',
  'mapLayer.zoomOut': 'Zoom out',
  'mapLayer.north': 'North up',
  'mapLayer.coordinates': 'Coordinates',
  'mapLayer.fold': 'Fold panel',
  'mapLayer.unfold': 'Unfold panel',
  'mapLayer.fitAll': 'Show all',
  'mapLayer.dataAge': 'Data {age}',
  'mapLayer.noData': 'No live data yet',
};
