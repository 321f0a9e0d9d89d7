export { addRegionLayers, drawingOf, drawingsOf, kindHatches, type RegionDrawing } from './region-drawing.ts';
export { useFollowRegions, useRegionsAnswer, useShownRegions } from './region.queries.ts';
export { useRegionsUnder } from './regions-under.ts';
export { RegionKindMark } from './region-kind.tsx';
export { AreaStateMark } from './area-state.tsx';
export { useMeasures } from './region-measures.ts';
