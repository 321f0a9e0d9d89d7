import type { MappingCamera } from './camera.ts';

const ofPitch = (
  pitch: number,
  [imageWidth, imageHeight]: readonly [number, number],
  focal: number,
  minInterval: number,
): MappingCamera => ({
  // The pitch is in µm.
  sensorWidth: (imageWidth * pitch) / 1000,
  sensorHeight: (imageHeight * pitch) / 1000,
  focal,
  imageWidth,
  imageHeight,
  minInterval,
});

/** 4/3 sensors with a mechanical shutter. */
const fourThirds = (minInterval: number): MappingCamera => ofPitch(3.3, [5280, 3956], 12.29, minInterval);
const halfInch = ofPitch(1.6, [4000, 3000], 4.5, 1);
const fullFrame = (focal: number): MappingCamera => ofPitch(4.38, [8192, 5460], focal, 0.7);

/** Wide cameras by the type of the payload, as the maker numbers them; what is not here is entered by hand. */
const cameras: Readonly<Record<string, MappingCamera>> = {
  // M30, M30T
  '52': halfInch,
  '53': halfInch,
  // M3E, M3M (its colour camera), M3D
  '66': fourThirds(0.7),
  '68': fourThirds(0.7),
  '80': fourThirds(0.7),
  // M4E, M4D
  '88': fourThirds(0.5),
  '98': fourThirds(0.5),
};

/** The P1 by the lens on it, mm: the payload does not say which. */
export const p1Cameras: Readonly<Record<24 | 35 | 50, MappingCamera>> = {
  24: fullFrame(24),
  35: fullFrame(35),
  50: fullFrame(50),
};

/** The camera that maps, of a payload type (`payloadEnumValue` of route files). Null where its sensor or lens is not known. */
export const mappingCamera = (payloadType: number): MappingCamera | null =>
  Object.hasOwn(cameras, String(payloadType)) ? (cameras[String(payloadType)] ?? null) : null;
