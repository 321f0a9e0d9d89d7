export { buildKmz, kmzModels, kmzPoints, packKmz, type KmzModel, type KmzPoint, type KmzRecipe } from './kmz.builder.ts';
export { kmzDistance, kmzDuration } from './kmz.figures.ts';
export { hostileKmz, type HostileKmz } from './kmz-hostile.builder.ts';
