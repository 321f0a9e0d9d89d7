import { runsOf, viewShed, type HeightGrid } from './view-shed.ts';

/** What the page hands over, and what it is given back. */
export interface ViewShedTask {
  readonly grid: HeightGrid;
  readonly eye: number;
}

addEventListener('message', ({ data: { grid, eye } }: MessageEvent<ViewShedTask>) => {
  const found = viewShed(grid, eye);
  postMessage({ runs: runsOf(found, grid.side), found });
});
