export { LayerControl } from './layer-control.tsx';
export { LayerUpload } from './layer-upload.tsx';
export { LayerState, stateText } from './layer-state.tsx';
export { LayerOrder } from './layer-order.tsx';
