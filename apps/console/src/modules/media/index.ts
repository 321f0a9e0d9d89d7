export { FlightMedia } from './media-grid.tsx';
export { MediaBin } from './media-bin.tsx';
export { MediaResults } from './results.tsx';
