export { FlightMedia } from './media-grid.tsx';
export { MediaResults } from './results.tsx';
