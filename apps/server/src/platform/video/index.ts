/** The video server, and the server of its pictures by WebRTC. */
export { readVideoSecret, startVideo } from './video.ts';
export type { Video, VideoOptions } from './video.ts';
export { startWhep } from './whep.ts';
export type { Whep, WhepEnd } from './whep.ts';
export type { OfferRefusal } from './whep-server.ts';
export { takeKeyFrame, type KeyFrameFault } from './key-frame.ts';
export { outsideStreams } from './outside-streams.ts';
export { tapStream } from './stream-tap.ts';
export { createFlvReader, type PictureFormat, type PictureFrame } from './flv-reader.ts';
export { configurationOfSets, configurationTag, flvHead, unitsIn, wholePictureTag } from './flv-writer.ts';
export { sizeOfSps } from './sps-size.ts';
