export { LayerControl } from './layer-control.tsx';
export { LayerUpload } from './layer-upload.tsx';
export { LayerState, stateText } from './layer-state.tsx';
export { isBasemap, isTerrain } from './layer-tree.ts';
export { putLayer, terrainOf, tilesOf } from './put-layer.ts';
export { useLayers } from './use-layers.ts';
export { LayerOrder } from './layer-order.tsx';
export { LayerResults } from './layer-results.tsx';
export { ShownLayers } from './shown-layers.tsx';
