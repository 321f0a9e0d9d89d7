export { FlightMedia } from './media-grid.tsx';
