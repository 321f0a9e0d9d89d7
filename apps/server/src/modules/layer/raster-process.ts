/** Cuts one GeoTIFF in a process of its own: what a library for pictures does with a file of others ends nothing else. */
import '../../platform/picture.ts';
import { serveCutting } from './cut-process.ts';
import { cutRaster } from './raster-pyramid.ts';

serveCutting(({ path, packPath }, onShare) => cutRaster(path, packPath, onShare));
