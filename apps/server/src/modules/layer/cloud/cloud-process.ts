/** Converts one point cloud in a process of its own: what its decoder does with a file of others ends nothing else. */
import { serveCutting } from '../cut-process.ts';
import { convertCloud } from './cloud-convert.ts';

/** Shares are said in steps of this size: each is a message and a row. */
const step = 0.01;

serveCutting(({ path, packPath, epsg = '' }, onShare) => {
  let said = 0;
  return convertCloud(path, packPath, epsg, (share) => {
    if (share < said + step) return;
    said = share;
    onShare(share);
  });
});
