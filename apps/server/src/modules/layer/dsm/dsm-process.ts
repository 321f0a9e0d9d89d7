/** Cuts one GeoTIFF of heights in a process of its own: what is wrong with a file of others ends nothing else. */
import '../../../platform/picture.ts';
import { serveCutting } from '../cut-process.ts';
import { cutDsm } from './dsm-cut.ts';

serveCutting(({ path, packPath }, onShare) => cutDsm(path, packPath, onShare));
