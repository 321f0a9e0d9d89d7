export { buildKmz, packKmz } from './kmz.builder.ts';
export { kmzModels, kmzPoints, type KmzModel, type KmzPoint, type KmzRecipe } from './kmz.recipe.ts';
export { withSecondLine } from './kmz.second-line.ts';
export { kmzDistance, kmzDuration } from './kmz.figures.ts';
export { buildPng, buildZip, openZip } from './picture.builder.ts';
export { hostileKmz, type HostileKmz } from './kmz-hostile.builder.ts';
export { connectController, type ControllerClient } from './controller-client.ts';
export { connectDock, type DockClient } from './dock-client.ts';
export { type Answer, type DockOptions, type Received } from './dock-line.ts';
export {
  connectOpenDevice,
  type OpenDeviceClient,
  type OpenAnswer,
  type OpenOrder,
} from './open-device-client.ts';
export { droneOsd, osdPartA, osdPartB, osdPartC, progressData } from './dock-messages.ts';
export { hostileRtmp, sendHostile } from './rtmp-hostile.ts';
export {
  publishPicture,
  rtmpHandshake,
  rtmpMessage,
  rtmpOpening,
  rtmpType,
  type RtmpPicture,
} from './rtmp-client.ts';
export { leastTime, processorTime, promised } from './patience.ts';
export { checkRouteFile, type RouteFileFault } from './route-file/check-route-file.ts';
export * from './photo.builder.ts';
export { buildThermalTiff } from './thermal-tiff.builder.ts';
export { buildFilm, type FilmPicture, type FilmRecipe } from './video.builder.ts';
export { requestLeaves, type Leaf } from './request-leaves.ts';
export {
  buildEndlessModel,
  buildGreedyModel,
  buildHotModel,
  buildOnnx,
  hotObjectness,
  tensor,
} from './onnx.builder.ts';
