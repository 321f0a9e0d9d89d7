export { shapeFault, type ShapeFault } from './fault.ts';
export { shapeMeasures, type ShapeMeasures } from './measure.ts';
export { corridorOutline, coverOf } from './outline.ts';
export { countPlaces, openRing, placesOf, shapeBounds, type RegionShape, type ShapeBounds } from './shape.ts';
export { isWithin, joinShares, sharesWithin, zoneOf, type Share, type Zone } from './within.ts';
