import type { ServedLayer } from './layer.store.ts';

/** A layer that comes from a server elsewhere, of one organisation, without a key. */
export const layerFrom = (source: 'xyz' | 'tilesetUrl', address: string, groupRoot = 'a'): ServedLayer => ({
  oid: `${groupRoot} ${address}`,
  groupRoot,
  source,
  address,
  keyHeader: '',
  accessKey: null,
  objectKey: null,
  sourceKey: null,
  grows: false,
  size: '0',
  minZoom: 0,
  maxZoom: 23,
});
