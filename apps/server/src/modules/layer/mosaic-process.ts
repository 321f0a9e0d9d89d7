/** Draws maps of photos in a process of its own: it carries nothing that aircraft wait for. */
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import { drawMosaic, type MosaicDrawn, type MosaicOrder } from './mosaic-draw.ts';

serveJobs<MosaicOrder, MosaicDrawn>(drawMosaic);
